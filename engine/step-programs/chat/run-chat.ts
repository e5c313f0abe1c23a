import type { ChatMessage } from '../../contract/messages.ts';
import type { ProgramContext } from '../task.ts';
import type { Answer } from './answer-parts.ts';
import { askModel } from './ask-model.ts';
import type { ChatRequest, Message } from './chat-request.ts';
import { ToolRuns } from './tool-runs.ts';

/** Asks a model until it answers without asking for tools. @throws Error in words for a person. */
export async function runChat(request: ChatRequest, context: ProgramContext): Promise<void> {
  const { model, messages, maxToolIterations } = request;
  const { fact, keepMessages, callFolder } = context;
  const said = [...messages];
  const tools = new ToolRuns(request.tools, callFolder);
  const used = { tokensIn: 0, tokensOut: 0 };
  fact('model', model);
  keepMessages(said.map(kept));
  for (let iteration = 0; ; iteration++) {
    const answer = await askModel({ ...request, messages: inOrder(request.earlier, said) });
    const { text, toolCalls } = answer;
    countTokens(answer, used, fact);
    const isLast = toolCalls.length === 0;
    said.push({ role: 'assistant', content: text, ...(isLast ? {} : { toolCalls }) });
    keepMessages(said.map(kept));
    if (isLast) return;
    if (iteration === maxToolIterations) {
      throw new Error(
        `the model asks for tools again after ${maxToolIterations} times (max_tool_iterations)`,
      );
    }
    said.push(...(await tools.run(toolCalls)));
    fact('tool runs', tools.count);
    keepMessages(said.map(kept));
  }
}

function countTokens(
  { tokensIn, tokensOut }: Answer,
  used: { tokensIn: number; tokensOut: number },
  fact: ProgramContext['fact'],
): void {
  used.tokensIn += tokensIn;
  used.tokensOut += tokensOut;
  if (used.tokensIn > 0) fact('tokens in', used.tokensIn);
  if (used.tokensOut > 0) fact('tokens out', used.tokensOut);
}

/** What the system says comes first, then what was said before this step. */
function inOrder(earlier: readonly Message[], said: readonly Message[]): readonly Message[] {
  const first = said.findIndex(({ role }) => role !== 'system');
  const from = first === -1 ? said.length : first;
  return [...said.slice(0, from), ...earlier, ...said.slice(from)];
}

function kept({ role, content, toolCalls, answers }: Message): ChatMessage {
  return {
    role,
    content,
    toolCalls: toolCalls?.map(({ id, name, arguments: written }) => ({
      id,
      name,
      arguments: written,
    })),
    toolCallId: answers?.id,
  };
}
