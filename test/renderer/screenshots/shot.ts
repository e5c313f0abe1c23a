import type { Page } from 'playwright-core';
import type { FakeState } from '../support/fake-engine.ts';
import { anEmptyScene, aScene, aSceneWithAccounts } from '../support/scene.ts';

/** 09:42 in Berlin, as in the mock-ups. */
export const THURSDAY = Date.parse('2026-11-19T08:42:00Z');

/** A screen, and how to bring it before the camera. */
export interface Shot {
  readonly name: string;
  readonly path: string;
  readonly isEmpty?: boolean;
  /** Why the engine takes no new work. */
  readonly problem?: string;
  /** What it has to say although it takes work. */
  readonly notice?: string;
  /** An engine with accounts, seen by its administrator, by nobody, or before there is a user. */
  readonly accounts?: 'admin' | 'nobody' | 'new';
  /** Time that the page shows, and at which its scene plays; the real one when left out. */
  readonly now?: number;
  /** What the engine holds, where it is none of the usual scenes. */
  readonly scene?: (now?: number) => FakeState;
  readonly act: (view: Page, isNarrow: boolean) => Promise<unknown>;
}

/** What the engine of a shot holds. */
export function sceneOf({ isEmpty, accounts, now, scene, ...health }: Shot): FakeState {
  if (scene !== undefined) return scene(now);
  const { problem = '', notice = '' } = health;
  if (accounts === undefined) return isEmpty ? anEmptyScene() : { ...aScene(now), problem, notice };
  const withAccounts = aSceneWithAccounts(now);
  if (accounts === 'new') withAccounts.access.users = [];
  return withAccounts;
}
