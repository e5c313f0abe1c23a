import { Argument, Option, type Command } from 'commander';
import { signatureForms, type SignatureForm } from '../../contract/webhook.ts';
import type { Cli } from '../cli.ts';
import { examples, integerBetween, jsonOption, runIdOption } from './options.ts';
import type { DeleteWebhookOptions, SignWebhookOptions } from '../actions/change-webhook.ts';
import type { TriggerOptions } from '../actions/trigger-webhook.ts';
import type { WebhookOptions, DeliveriesOptions } from '../actions/webhooks.ts';

export function addWebhook(program: Command, cli: Cli): void {
  const webhook = program
    .command('webhook')
    .description('Webhooks, by which other systems start a DAG (needs auth.mode: builtin).')
    .addHelpText(
      'after',
      examples(
        ['dagwright webhook create daily', 'make one, and show its token'],
        ['dagwright webhook sign daily github', 'check signatures as GitHub makes them'],
        ['dagwright webhook deliveries daily', 'what became of the requests'],
      ),
    );
  addLooks(webhook, cli);
  addChanges(webhook, cli);
  addSign(webhook, cli);
  addTrigger(webhook, cli);
}

function addLooks(webhook: Command, cli: Cli): void {
  webhook
    .command('list')
    .description('All webhooks.')
    .addOption(jsonOption())
    .action(async (_options, command: Command) => {
      const { listWebhooks } = await import('../actions/webhooks.ts');
      await listWebhooks(cli, command.optsWithGlobals<WebhookOptions>());
    });
  forDag(webhook, 'show', 'The webhook of a DAG.').action(
    async (dag: string, _options, command: Command) => {
      const { showWebhook } = await import('../actions/webhooks.ts');
      await showWebhook(cli, dag, command.optsWithGlobals<WebhookOptions>());
    },
  );
  forDag(webhook, 'deliveries', 'Requests to a webhook, newest first.')
    .option('-l, --limit <number>', 'how many at most', integerBetween(1, 1000), 100)
    .action(async (dag: string, _options, command: Command) => {
      const { listDeliveries } = await import('../actions/webhooks.ts');
      await listDeliveries(cli, dag, command.optsWithGlobals<DeliveriesOptions>());
    });
}

function addChanges(webhook: Command, cli: Cli): void {
  forDag(webhook, 'create', 'Make a webhook. Its token is shown this once.').action(
    async (dag: string, _options, command: Command) => {
      const { createWebhook } = await import('../actions/change-webhook.ts');
      await createWebhook(cli, dag, command.optsWithGlobals<WebhookOptions>());
    },
  );
  forDag(webhook, 'regenerate', 'Replace the token. The old one is refused at once.').action(
    async (dag: string, _options, command: Command) => {
      const { regenerateWebhook } = await import('../actions/change-webhook.ts');
      await regenerateWebhook(cli, dag, command.optsWithGlobals<WebhookOptions>());
    },
  );
  for (const word of ['enable', 'disable'] as const) {
    const about = word === 'enable' ? 'on again; its token stays' : 'off';
    forDag(webhook, word, `Switch a webhook ${about}.`).action(
      async (dag: string, _options, command: Command) => {
        const { toggleWebhook } = await import('../actions/change-webhook.ts');
        const options = command.optsWithGlobals<WebhookOptions>();
        await toggleWebhook(cli, { dag, enabled: word === 'enable', options });
      },
    );
  }
  forDag(webhook, 'delete', 'Delete a webhook and the list of its deliveries.')
    .option('-y, --yes', 'delete without asking')
    .action(async (dag: string, _options, command: Command) => {
      const { deleteWebhook } = await import('../actions/change-webhook.ts');
      await deleteWebhook(cli, dag, command.optsWithGlobals<DeleteWebhookOptions>());
    });
}

function addSign(webhook: Command, cli: Cli): void {
  forDag(webhook, 'sign', 'Choose how requests must be signed beside their token.')
    .addArgument(new Argument('<form>', 'whose form').choices(signatureForms))
    .option('--secret-stdin', 'take the secret from the standard input (default: a new one)')
    .action(async (dag: string, form: SignatureForm, _options, command: Command) => {
      const { signWebhook } = await import('../actions/change-webhook.ts');
      const options = command.optsWithGlobals<SignWebhookOptions>();
      await signWebhook(cli, { dag, form, options });
    });
}

function addTrigger(webhook: Command, cli: Cli): void {
  forDag(webhook, 'trigger', 'Send a request to a webhook, as another system would.')
    .option('--payload <json>', 'what the run finds in WEBHOOK_PAYLOAD')
    .addOption(runIdOption('id of the new run (default: a new one)'))
    .option('--token-stdin', 'take the token from the standard input (or SVC_WEBHOOK_TOKEN)')
    .addOption(
      new Option('--sign <form>', 'sign it with the secret in SVC_WEBHOOK_SECRET').choices(
        signatureForms.filter((form) => form !== 'none'),
      ),
    )
    .addHelpText(
      'after',
      examples([`dagwright webhook trigger daily --payload '{"a":1}'`, 'asks for the token']),
    )
    .action(async (dag: string, _options, command: Command) => {
      const { triggerWebhook } = await import('../actions/trigger-webhook.ts');
      await triggerWebhook(cli, dag, command.optsWithGlobals<TriggerOptions>());
    });
}

function forDag(webhook: Command, name: string, description: string): Command {
  return webhook
    .command(name)
    .description(description)
    .argument('<dag>', 'file name of the DAG')
    .addOption(jsonOption());
}
