-- Makes transactions anonymous. The sums and nonces of the hot wallet's account need the rows; what names an order, its
-- addresses or its transaction is replaced. One that pays several orders is forgotten with the first of them: it has
-- ended, and each of the others keeps its leg. forget_transactions calls it.
-- Room: payouts.
CREATE FUNCTION payouts_forget_attempts(attempts bigint[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM attempt_looks WHERE attempt_id = ANY (attempts);
  DELETE FROM attempt_legs WHERE attempt_id = ANY (attempts);
  UPDATE payout_attempts SET
    kind = 'forgotten', child_of = NULL, deposit_index = NULL, raw = '-', signed_height = NULL, first_height = NULL, proof = CASE WHEN proof IS NOT NULL THEN '-' END, created_at = 'epoch', next_check_at = 'epoch',
    tx_id = 'forgotten:' || forgotten_hash('transaction:' || chain || ':' || tx_id),
    sender = CASE WHEN is_forgotten_address(chain, sender) THEN 'forgotten:' || forgotten_hash('address:' || chain || ':' || sender) ELSE sender END,
    destination = CASE WHEN kind = 'sweep' THEN destination ELSE '' END,
    units = CASE WHEN sender IS NULL THEN 1 ELSE units END
  WHERE id = ANY (attempts);
END $$;
