import { Hono } from 'hono';
import { invalid } from '../../../../app/wire/errors';
import { getSkus, toWireLimits } from '../../../../app/wire/subscription';
import { loadCatalogue } from '../../catalogue/catalogue';
import { answerAfter, type FamilyApp } from '../answer';
import { findEntitlements, listOwnedSkus } from './sku.queries';

/** The account's own plans, or what the catalogue sells (S17). */
export const skus = new Hono<FamilyApp>().get(
  '/',
  answerAfter(
    getSkus,
    async (c, { query }) => {
      if (query.merged !== true && query.defs !== true) throw invalid('Ask for merged=true or defs=true');
      return query.merged === true ? [] : (await loadCatalogue(c.env.family.bindings)).skus;
    },
    (call, { query }, definitions) => {
      if (query.merged !== true) return definitions;
      const { tier, limits } = findEntitlements(call.sql, call.now);
      return { tier, limits: toWireLimits(limits), skus: listOwnedSkus(call.sql) };
    },
  ),
);
