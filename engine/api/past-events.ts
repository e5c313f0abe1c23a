import { concerns, type EngineEvent, type EventFilter } from '../contract/events.ts';

const MAX_EVENTS = 1_000;
const MAX_CHARACTERS = 1_048_576;

/** An event under its number, as it was sent. */
export interface Past {
  readonly number: number;
  readonly event: EngineEvent;
  readonly message: string;
}

/** The last events, as many as a bounded memory holds. */
export interface PastEvents {
  readonly add: (one: Past) => void;
  /** What a filter asks for of those behind a number; null when some of them are forgotten. */
  readonly after: (number: number, filter: EventFilter) => readonly string[] | null;
  /** Forgets everything, and with it whatever led up to this number. */
  readonly forget: (upTo: number) => void;
}

/** Empty at first; the oldest go where there are too many events or characters. */
export function createPastEvents(): PastEvents {
  let events: Past[] = [];
  let characters = 0;
  /** The number behind which everything is still here. */
  let complete = 0;

  return {
    add: (one) => {
      events.push(one);
      characters += one.message.length;
      while (events.length > MAX_EVENTS || characters > MAX_CHARACTERS) {
        const oldest = events.shift();
        characters -= oldest?.message.length ?? 0;
        complete = oldest?.number ?? complete;
      }
    },
    after: (number, filter) => {
      if (number < complete) return null;
      return events
        .filter((one) => one.number > number && concerns(filter, one.event))
        .map(({ message }) => message);
    },
    forget: (upTo) => {
      complete = upTo;
      events = [];
      characters = 0;
    },
  };
}
