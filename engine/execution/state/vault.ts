import { sealPlain, unsealText, type SealedPiece } from '../../dag/sealed-text.ts';
import { masking, replaceSecrets, sealing, searchFor } from '../../platform/masking/masker.ts';
import { textOfPart, type MaskSecret } from '../../platform/masking/secret-parts.ts';

/**
 * The secrets of one run, in memory alone. Every text of the run that is stored is sealed, and every text that is shown
 * or logged is masked.
 */
export interface Vault {
  /** Whether there is nothing to hide. Texts are sealed all the same. */
  readonly isEmpty: boolean;
  /** Own secrets by name, for the environment of the steps. */
  readonly values: ReadonlyMap<string, string>;
  /** Own and inherited ones, as the filter of a step's output takes them. */
  readonly filterSecrets: readonly MaskSecret[];
  readonly mask: (text: string) => string;
  /** A text that may be stored; `unseal` and `showSealed` read it. A text is sealed once. */
  readonly seal: (text: string) => string;
  /** The raw text of a sealed one. Tokens of secrets that this vault does not know stay. */
  readonly unseal: (sealed: string) => string;
}

/**
 * @param runKey names the run, the same after a restart.
 * @param inherited of the run that called this one: its secrets may come along as parameters, so they are hidden here
 *   too, but they are no variables here.
 */
export function createVault(
  runKey: string,
  secrets: ReadonlyMap<string, string>,
  inherited: Vault | null,
): Vault {
  const own = [...secrets].map(([name, value]) => ({ runKey, name, value }));
  const all = [...own, ...(inherited?.filterSecrets ?? [])];
  if (all.length === 0) return emptyVault;
  const search = searchFor(all);
  return {
    isEmpty: search.parts.length === 0,
    values: secrets,
    filterSecrets: all,
    mask: (text) => replaceSecrets(search, masking, text),
    seal: (text) => replaceSecrets(search, sealing, text),
    unseal: (sealed) => unsealText(sealed, (piece) => textOf(all, piece)),
  };
}

/** Most runs know no secret, and every line of their logs asks. */
const emptyVault: Vault = {
  isEmpty: true,
  values: new Map(),
  filterSecrets: [],
  mask: (text) => text,
  seal: sealPlain,
  unseal: (sealed) => unsealText(sealed, () => undefined),
};

function textOf(secrets: readonly MaskSecret[], piece: SealedPiece): string | undefined {
  const secret = secrets.find(({ runKey, name }) => runKey === piece.runKey && name === piece.name);
  if (secret === undefined) return undefined;
  const text = textOfPart(secret.value, piece.part);
  return text === undefined ? undefined : Buffer.from(text).toString('utf8', piece.from);
}
