import { Component, type ErrorInfo, type ReactNode } from 'react';
import { leadToErrorPage } from '~/browser/use-crash-report';
import { ErrorPage } from './error-page';

/**
 * Stands around every page: one that breaks while React draws it in the browser is reported with the components that stood around the
 * break, and led to /error (8.2.14, A98). The router's own boundary would not tell which components these were.
 */
export class CrashBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    void leadToErrorPage(error, componentStack ?? undefined);
  }

  override render() {
    return this.state.isBroken ? <ErrorPage reference={null} /> : this.props.children;
  }
}
