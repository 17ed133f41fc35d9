import { Component, type ErrorInfo, type ReactNode } from 'react';
import { goToErrorPage } from '#app/browser/use-crash-report';
import { ErrorPage } from './error-page';

/**
 * Error boundary around every page. Reports a render error in the browser with its component stack and redirects to /error (8.2.14, A98).
 * The router's own boundary does not provide the component stack.
 */
export class CrashBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    void goToErrorPage(error, componentStack ?? undefined);
  }

  override render() {
    return this.state.isBroken ? <ErrorPage reference={null} /> : this.props.children;
  }
}
