import { Component, type ReactNode } from 'react';
import { useCopy } from '../components/use-copy.ts';
import { texts } from './texts.ts';

interface ErrorBoundaryProps {
  /** Another key, another chance: a new view starts without the old error. */
  readonly resetKey?: string;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error: Error | undefined;
  readonly resetKey: string | undefined;
}

/** Keeps a mistake in one view from taking the window with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return props.resetKey === state.resetKey
      ? null
      : { error: undefined, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const detail = `${error.message}\n${error.stack ?? ''}`;
    return (
      <div className="broken-view" role="alert">
        <h1>{texts.brokenView.title}</h1>
        <p>{texts.brokenView.advice}</p>
        <div className="row">
          <button
            type="button"
            className="button look-plain size-normal"
            onClick={() => location.reload()}
          >
            {texts.brokenView.reload}
          </button>
          <CopyButton text={detail} />
        </div>
        <details>
          <summary>{texts.brokenView.details}</summary>
          <pre>{detail}</pre>
        </details>
      </div>
    );
  }
}

function CopyButton({ text }: { readonly text: string }) {
  const copy = useCopy();
  return (
    <button type="button" className="button look-quiet size-normal" onClick={() => void copy(text)}>
      {texts.brokenView.copy}
    </button>
  );
}
