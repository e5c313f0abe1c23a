import { Component, type ReactNode } from 'react';

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
        <h1>This view could not be drawn</h1>
        <p>
          The engine and its runs are not affected. Go to another view, or load the window again.
        </p>
        <div className="row">
          <button
            type="button"
            className="button look-plain size-normal"
            onClick={() => location.reload()}
          >
            Reload
          </button>
          <button
            type="button"
            className="button look-quiet size-normal"
            onClick={() => void navigator.clipboard.writeText(detail)}
          >
            Copy details
          </button>
        </div>
        <details>
          <summary>Details</summary>
          <pre>{detail}</pre>
        </details>
      </div>
    );
  }
}
