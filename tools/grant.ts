import { carryOut } from './carry-out.ts';
import { run, Sentence } from './progress.ts';

// The operator gives an account a plan (A123): through what runs, else on the kept state without opening a port.
await run(async () => {
  const [email, sku, ...more] = process.argv.slice(2);
  if (email === undefined || sku === undefined || more.length > 0) throw new Sentence('Say who gets what: npm run grant -- <e-mail> <sku>');
  console.log(await carryOut({ do: 'grant', email, sku }));
});
