import type { Sql } from "postgres";
import { paramsOf, SIMNET_CHAIN_IDS } from "./params";

/** Chains that show no addresses, as text for SQL. */
const CHAINS_WITHOUT_ADDRESSES = SIMNET_CHAIN_IDS.filter((id) => !paramsOf(id).showsSources)
  .map((id) => `'${id}'`)
  .join(", ");

/** Simnet's own tables, in its own database; each statement may be run again. */
const MIGRATION = `
create table if not exists chain (
  id text primary key,
  height integer not null,
  -- The chain rests at this height when nothing is unconfirmed.
  rest_height integer not null,
  -- Counts everything that must differ although its content is equal: rival blocks, faucet payments.
  counter bigint not null
);
create table if not exists block (
  chain text not null references chain,
  height integer not null,
  hash text not null unique,
  parent_hash text not null,
  time_ms bigint not null,
  primary key (chain, height)
);
create table if not exists transaction (
  chain text not null references chain,
  tx_id text not null,
  seq bigint generated always as identity,
  model text not null check (model in ('utxo', 'account', 'faucet')),
  -- Null for what the faucet made.
  raw text,
  sender text,
  nonce bigint,
  replaceable boolean not null,
  -- False while a nonce before it is missing.
  ready boolean not null,
  fee_units numeric(78, 0) not null check (fee_units >= 0),
  -- The most that the sender of an account transaction may be charged.
  fee_units_max numeric(78, 0) not null check (fee_units_max >= fee_units),
  height integer,
  position integer,
  succeeded boolean not null,
  primary key (chain, tx_id),
  foreign key (chain, height) references block (chain, height),
  check ((model = 'account') = (nonce is not null and sender is not null)),
  check ((height is null) = (position is null))
);
create index if not exists transaction_height on transaction (chain, height) where height is not null;
create index if not exists transaction_unconfirmed on transaction (chain, seq) where height is null;
-- At most one live transaction per nonce.
create unique index if not exists transaction_nonce on transaction (chain, sender, nonce);

create table if not exists transfer (
  chain text not null,
  tx_id text not null,
  ordinal integer not null,
  asset text not null,
  recipient text not null,
  units numeric(78, 0) not null check (units > 0),
  sources text[] not null,
  primary key (chain, tx_id, ordinal),
  foreign key (chain, tx_id) references transaction on delete cascade
);
-- At most one live transaction spends an output.
create table if not exists spend (
  chain text not null,
  spent_tx_id text not null,
  spent_ordinal integer not null,
  tx_id text not null,
  primary key (chain, spent_tx_id, spent_ordinal),
  foreign key (chain, spent_tx_id, spent_ordinal) references transfer,
  foreign key (chain, tx_id) references transaction on delete cascade
);
create index if not exists spend_tx on spend (chain, tx_id);

-- Faucet payments that another one took the place of, as if both had spent the same coins.
create table if not exists replaced (
  chain text not null,
  tx_id text not null,
  by_tx_id text not null,
  primary key (chain, tx_id, by_tx_id)
);

-- The balance of an address after each block that changed it.
create table if not exists balance (
  chain text not null,
  asset text not null,
  address text not null,
  height integer not null,
  units numeric(78, 0) not null check (units >= 0),
  primary key (chain, asset, address, height),
  foreign key (chain, height) references block (chain, height)
);
create index if not exists balance_height on balance (chain, height);

-- The least fee that the miner takes, in percent of the steady one; 0: it takes everything.
alter table chain add column if not exists fee_floor_percent integer not null default 0 check (fee_floor_percent >= 0);

create table if not exists reverting (address text primary key);

-- Which transactions an address sends or receives by, where the chain shows addresses: for the explorer.
create table if not exists involved (
  address text not null,
  seq bigint not null,
  chain text not null,
  tx_id text not null,
  primary key (address, seq),
  foreign key (chain, tx_id) references transaction on delete cascade
);
create index if not exists involved_transaction on involved (chain, tx_id);
insert into involved (address, seq, chain, tx_id)
select address, seq, chain, tx_id from transaction join transfer using (chain, tx_id)
cross join lateral unnest(sources || recipient) as address where chain not in (${CHAINS_WITHOUT_ADDRESSES})
union select sender, seq, chain, tx_id from transaction where sender is not null
on conflict do nothing;
`;

/** Any fixed number: two processes must not create the tables at once. */
const MIGRATION_LOCK = 7_366_001;

/** Creates simnet's tables where they are missing. */
export async function migrateSimnet(sql: Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    // To create what is there would lock it against those who use it already.
    const [made] = await transaction`select to_regclass('involved') is not null as there`;
    if (made?.there === true) return;
    await transaction`set local client_min_messages = warning`;
    await transaction.unsafe(MIGRATION).simple();
  });
}
