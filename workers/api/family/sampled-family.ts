import { Refusal } from '#app/wire/errors';
import type { CallContext } from './core/call-context';
import type { FamilyResult } from './family';
import { type AdmittedObject, admitRead, admitStore, noteStored } from './samples/admit-object';
import { StoredFamily } from './stored-family';

/** The caller is whoever has the address. */
const BEARER = { kind: 'visitor', id: '' } as const;

/** The calls of the API Worker about sealed objects (workers/api/samples). */
export abstract class SampledFamily extends StoredFamily {
  /** Returns the object that a download address allows to read. */
  admitRead(token: string): FamilyResult<AdmittedObject> {
    return this.attempt((call) => admitRead(call, token));
  }

  /** Returns the object that an upload address allows to store. */
  admitStore(token: string): FamilyResult<AdmittedObject> {
    return this.attempt((call) => admitStore(call, token));
  }

  /** Records that the bucket has the object of an upload address. */
  noteStored(token: string): FamilyResult<{ sample_id: string; state: 'arriving' | 'stored' }> {
    return this.attempt((call) => noteStored(call, token));
  }

  /** Runs a call in a transaction and returns its refusal instead of throwing it. */
  protected attempt<T>(work: (call: CallContext) => T): FamilyResult<T> {
    try {
      return { ok: true, value: this.transaction(BEARER, work) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ok: false, refusal: { code: error.code, status: error.status, message: error.message, details: error.details } };
    }
  }
}
