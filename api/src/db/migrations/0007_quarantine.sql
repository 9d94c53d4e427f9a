-- As in migration 0006, and until the refund of a mix is planned: it may still turn out not to be possible, and the mix go on.
CREATE OR REPLACE VIEW quarantined AS
  SELECT a.chain, a.address FROM addresses a JOIN orders o ON o.id = a.order_id
  WHERE NOT a.pool AND o.terms ->> 'mixer' IS NOT NULL
    AND o.state NOT IN ('completed', 'refunded', 'expired', 'cancelled', 'failed')
    AND NOT (o.state = 'refunding' AND EXISTS (SELECT 1 FROM payout_legs l WHERE l.order_id = o.id AND l.kind = 'refund'));
