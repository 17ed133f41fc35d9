import type { ApiEnv } from '../env';
import type { FamilyEntries } from '../family/store/entries.queries';

type Named = Pick<FamilyEntries, 'skus' | 'groupId' | 'coupons'>;

/** Returns the current catalog rows to which a family refers. */
export async function catalogueFacts(env: ApiEnv, { skus, groupId, coupons }: Named) {
  const ask = async (query: string, ...values: Array<string>) =>
    (
      await env.CATALOGUE.prepare(query)
        .bind(...values)
        .all()
    ).results;
  const each = async (query: string, names: Array<string>) => (await Promise.all(names.map((name) => ask(query, name)))).flat();
  return {
    skus: await each('SELECT * FROM sku WHERE sku = ?', skus),
    groups: groupId === null ? [] : await ask('SELECT * FROM benefit_group WHERE group_id = ?', groupId),
    coupons: await each('SELECT * FROM coupon_code JOIN coupon USING (coupon_group_id) WHERE code = ?', coupons),
  };
}

/** Returns the family's plans, groups and coupons that this catalog lacks. The family keeps its stored copies. */
export async function listUnknown(env: ApiEnv, named: Named): Promise<Array<string>> {
  const facts = await catalogueFacts(env, named);
  const [skus, codes] = [new Set(facts.skus.map(({ sku }) => sku)), new Set(facts.coupons.map(({ code }) => code))];
  return [
    ...named.skus.filter((sku) => !skus.has(sku)).map((sku) => `plan ${sku}`),
    ...(named.groupId !== null && facts.groups.length === 0 ? [`group ${named.groupId}`] : []),
    ...named.coupons.filter((code) => !codes.has(code)).map((code) => `coupon ${code}`),
  ];
}
