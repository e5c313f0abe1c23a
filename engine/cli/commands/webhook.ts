import { Argument, Option, type Command } from 'commander';
import { signatureForms, type SignatureForm } from '../../contract/webhook.ts';
import type { Cli } from '../cli.ts';
import { examples, integerBetween, jsonOption, runIdOption } from './options.ts';
import type { DeleteWebhookOptions } from '../actions/change-webhook.ts';
import type { TriggerOptions } from '../actions/trigger-webhook.ts';
import type { SignWebhookOptions, TestWebhookOptions } from '../actions/webhook-senders.ts';
import type { WebhookOptions, DeliveriesOptions } from '../actions/webhooks.ts';

export function addWebhook(program: Command, cli: Cli): void {
  const webhook = program
    .command('webhook')
    .alias('webhooks')
    .description(
      'Manage webhooks, by which other systems start a DAG (requires auth.mode: builtin).',
    )
    .addHelpText(
      'after',
      examples(
        ['dagwright webhook create daily', 'create a webhook, and show its token'],
        [
          'dagwright webhook sign daily github',
          'take signatures of GitHub, and show what to enter there',
        ],
        [
          'dagwright webhook sign daily slack --secret-stdin',
          'use the signing secret of your Slack app',
        ],
        ['dagwright webhook test daily', 'deliver a sample, signed as the sender would'],
        ['dagwright webhook deliveries daily', 'list the requests and their outcome'],
      ),
    );
  addLooks(webhook, cli);
  addChanges(webhook, cli);
  addSenders(webhook, cli);
  addTests(webhook, cli);
  addTrigger(webhook, cli);
}

function addLooks(webhook: Command, cli: Cli): void {
  webhook
    .command('list')
    .description('List all webhooks.')
    .addOption(jsonOption())
    .action(async (_options, command: Command) => {
      const { listWebhooks } = await import('../actions/webhooks.ts');
      await listWebhooks(cli, command.optsWithGlobals<WebhookOptions>());
    });
  forDag(webhook, 'show', 'Show the webhook of a DAG.').action(
    async (dag: string, _options, command: Command) => {
      const { showWebhook } = await import('../actions/webhooks.ts');
      await showWebhook(cli, dag, command.optsWithGlobals<WebhookOptions>());
    },
  );
  forDag(webhook, 'deliveries', 'List the requests to a webhook, newest first.')
    .option('-l, --limit <number>', 'maximum number of requests', integerBetween(1, 1000), 100)
    .action(async (dag: string, _options, command: Command) => {
      const { listDeliveries } = await import('../actions/webhooks.ts');
      await listDeliveries(cli, dag, command.optsWithGlobals<DeliveriesOptions>());
    });
}

function addChanges(webhook: Command, cli: Cli): void {
  forDag(webhook, 'create', 'Create a webhook. Its token is shown only once.').action(
    async (dag: string, _options, command: Command) => {
      const { createWebhook } = await import('../actions/change-webhook.ts');
      await createWebhook(cli, dag, command.optsWithGlobals<WebhookOptions>());
    },
  );
  forDag(webhook, 'regenerate', 'Replace the token. The old one stops working at once.').action(
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
    .option('-y, --yes', 'skip the confirmation')
    .action(async (dag: string, _options, command: Command) => {
      const { deleteWebhook } = await import('../actions/change-webhook.ts');
      await deleteWebhook(cli, dag, command.optsWithGlobals<DeleteWebhookOptions>());
    });
}

function addSenders(webhook: Command, cli: Cli): void {
  forDag(
    webhook,
    'sign',
    'Choose the sender that signs requests, instead of the token or in addition to it.',
  )
    .addArgument(
      new Argument('<form>', 'sender, or hmac for a plain HMAC-SHA256').choices(signatureForms),
    )
    .option('--secret-stdin', 'read the secret from standard input (default: generated)')
    .action(async (dag: string, form: SignatureForm, _options, command: Command) => {
      const { signWebhook } = await import('../actions/webhook-senders.ts');
      const options = command.optsWithGlobals<SignWebhookOptions>();
      await signWebhook(cli, { dag, form, options });
    });
  forDag(webhook, 'setup', 'Show what to enter at the sender, step by step.').action(
    async (dag: string, _options, command: Command) => {
      const { showSetup } = await import('../actions/webhook-senders.ts');
      await showSetup(cli, dag, command.optsWithGlobals<WebhookOptions>());
    },
  );
  forDag(webhook, 'forms', 'Choose whether bodies may be forms, or JSON only.')
    .addArgument(new Argument('<state>', 'whether forms are taken').choices(['on', 'off']))
    .action(async (dag: string, state: string, _options, command: Command) => {
      const { setForms } = await import('../actions/webhook-senders.ts');
      const options = command.optsWithGlobals<WebhookOptions>();
      await setForms(cli, { dag, isOn: state === 'on', options });
    });
}

function addTests(webhook: Command, cli: Cli): void {
  forDag(webhook, 'test', 'Deliver a sample to a webhook, signed as the sender would.')
    .option('--payload <json>', 'JSON for WEBHOOK_PAYLOAD of the run (default: a sample)')
    .action(async (dag: string, _options, command: Command) => {
      const { testWebhook } = await import('../actions/webhook-senders.ts');
      await testWebhook(cli, dag, command.optsWithGlobals<TestWebhookOptions>());
    });
}

function addTrigger(webhook: Command, cli: Cli): void {
  forDag(webhook, 'trigger', 'Send a request to a webhook, with its token or signature.')
    .option('--payload <json>', 'JSON for WEBHOOK_PAYLOAD of the run')
    .addOption(runIdOption('id of the new run (default: generated)'))
    .option('--token-stdin', 'read the token from standard input (or SVC_WEBHOOK_TOKEN)')
    .addOption(
      new Option('--sign <form>', 'sign it with the secret in SVC_WEBHOOK_SECRET').choices(
        signatureForms.filter((form) => form !== 'none'),
      ),
    )
    .addHelpText(
      'after',
      examples([`dagwright webhook trigger daily --payload '{"a":1}'`, 'prompts for the token']),
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
