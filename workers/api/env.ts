import type { ChildAppSettings } from '#app/domain/child-apps';
import type { GeocoderSettings } from '#workers/geocoder-settings';
import type { StripeSettings } from '#workers/stripe-settings';
import type { FamilyBindings } from './bindings';
import type { Directory } from './directory/directory';
import type { Family } from './family/family';
import type { AppMediaSettings } from './outside/app-media-address';
import type { SsoSettings } from './outside/identity-settings';
import type { MapUpstreamSettings } from './outside/map-upstream';

/** The bindings of the api Worker. Secrets have no defaults (docs/reference/quality.md, Security). */
export type ApiEnv = FamilyBindings &
  SsoSettings &
  AppMediaSettings &
  MapUpstreamSettings &
  GeocoderSettings &
  ChildAppSettings &
  StripeSettings & {
    FAMILY: DurableObjectNamespace<Family>;
    DIRECTORY: DurableObjectNamespace<Directory>;
    /** Base64 of 32 bytes. Names directory objects, so it never rotates (A125). */
    DIRECTORY_KEY: string;
    MAIL_FROM?: string;
    SMTP_URL?: string;
    /** Address of the proxy whose X-Forwarded-For is trusted, on a self-hosted machine. */
    TRUSTED_PROXY?: string;
  };

const REQUIRED = ['DIRECTORY_KEY', 'SEAL_KEYS', 'PASSWORD_PEPPER', 'PUBLIC_URL', 'API_URL'] as const;

/**
 * Checks that all required secrets and addresses are set.
 * @throws Error that names the missing ones
 */
export function requireConfiguration(env: ApiEnv): void {
  const missing = REQUIRED.filter((name) => (env[name] ?? '') === '');
  if (missing.length > 0) throw new Error(`Missing configuration: ${missing.join(', ')}`);
}
