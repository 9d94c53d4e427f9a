-- The public process takes in a customer's wishes and nothing else: it cancels what is not paid, and answers questions that
-- the worker asked. The administrators' process answers in the customer's place, and lets an order continue that is held.
-- What was deposited, settled or planned is not theirs to say, nor when the clock is to be looked at: who is asked has the
-- time that the worker gave, and an order that is answered is the worker's to move on.
-- Room: orders.
CREATE FUNCTION orders_wished() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_public boolean := current_user = 'sotto_http';
  wishes text[] := ARRAY['phase', 'approval', 'revision', 'heldUnits', 'unpaidUnits', 'mix', 'deposits', 'legs'];
  stays boolean := NEW.state = OLD.state;
  asked boolean := OLD.state = 'action_required';
  was jsonb := OLD.body -> 'phase';
  phase jsonb := NEW.body -> 'phase';
  fits boolean;
BEGIN
  fits := NEW.state = NEW.body #>> '{phase,state}' AND NEW.body - wishes = OLD.body - wishes
    -- From where to where.
    AND (stays OR asked AND NEW.state IN ('screening', 'exchanging', 'refunding')
      OR is_public AND OLD.state = 'waiting' AND NEW.state = 'cancelled'
      OR NOT is_public AND OLD.state = 'hold' AND NEW.state IN ('screening', 'exchanging', 'action_required', 'refunding', 'sending')
      OR NOT is_public AND OLD.state = 'hold' AND was ->> 'reason' = 'mix_key_lost' AND NEW.state = 'mixing')
    AND (is_public OR NEW.refund_address IS NOT DISTINCT FROM OLD.refund_address)
    AND CASE
      WHEN stays AND asked THEN phase - 'offer' = was - 'offer' AND is_order_offer(phase -> 'offer')
      WHEN stays THEN phase = was
      WHEN NEW.state = 'cancelled' THEN phase = jsonb_build_object('state', 'cancelled', 'at', extract(epoch FROM NEW.updated_at) * 1000)
      WHEN NEW.state = 'action_required' THEN is_order_offer(phase -> 'offer') AND jsonb_typeof(phase -> 'deadline') = 'number'
        AND phase ->> 'reason' IN ('less', 'more', 'limit', 'late', 'repeat', 'wrong_asset', 'rate_moved', 'no_reserve')
        AND phase - ARRAY['offer', 'deadline', 'reason'] = '{"state": "action_required", "overdue": false, "unclaimed": false}'
      ELSE phase = jsonb_build_object('state', NEW.state) END
    -- Money and its sources: as they were; an administrator may only clear a source that was to be reviewed and begin a failed leg again.
    AND (NEW.body -> 'deposits' = OLD.body -> 'deposits' OR NOT is_public AND OLD.state = 'hold'
      AND NEW.body -> 'deposits' = (SELECT jsonb_agg(CASE WHEN deposit ->> 'screening' IN ('listed', 'unknown') THEN deposit || '{"screening": "clear"}' ELSE deposit END ORDER BY no)
        FROM jsonb_array_elements(OLD.body -> 'deposits') WITH ORDINALITY AS each (deposit, no)))
    AND (NEW.body -> 'legs' = OLD.body -> 'legs' OR NOT is_public AND OLD.state = 'hold'
      AND NEW.body -> 'legs' = (SELECT jsonb_agg(CASE WHEN leg ->> 'status' = 'planned' THEN leg - 'aboveCap' || '{"reverts": 0}' ELSE leg END ORDER BY no)
        FROM jsonb_array_elements(OLD.body -> 'legs') WITH ORDINALITY AS each (leg, no)))
    AND (NEW.body -> 'mix' IS NOT DISTINCT FROM OLD.body -> 'mix'
      OR stays AND is_public AND OLD.state = 'mixing' AND (NEW.body -> 'mix') - 'delayMinutes' = (OLD.body -> 'mix') - 'delayMinutes'
        AND (NEW.body #>> '{mix,delayMinutes}')::numeric BETWEEN (OLD.body #>> '{mix,delayMinutes}')::numeric AND 120)
    -- A consent is given by the answer to a question; a new offer has a new number.
    AND (NEW.body -> 'approval' = OLD.body -> 'approval' OR NOT stays AND (NEW.body -> 'approval' = 'null'
      OR asked AND NEW.state IN ('screening', 'exchanging') AND is_order_consent(NEW.body -> 'approval')
      OR NOT is_public AND NEW.state = 'exchanging' AND NEW.body -> 'approval' = '"at_market"'))
    AND (NEW.body -> 'revision' = OLD.body -> 'revision'
      OR NEW.state = 'action_required' AND (NEW.body ->> 'revision')::numeric = (OLD.body ->> 'revision')::numeric + 1)
    -- What is held for the order is returned, never taken.
    AND is_units(NEW.body -> 'heldUnits') AND is_units(NEW.body -> 'unpaidUnits')
    AND (NEW.body #>> '{heldUnits,$bigint}')::numeric BETWEEN (NEW.body #>> '{unpaidUnits,$bigint}')::numeric AND (OLD.body #>> '{heldUnits,$bigint}')::numeric
    AND (NEW.body #>> '{unpaidUnits,$bigint}')::numeric <= (OLD.body #>> '{unpaidUnits,$bigint}')::numeric
    -- When the clock is looked at.
    AND CASE
      WHEN NOT stays AND NEW.state = 'action_required' THEN extract(epoch FROM NEW.next_timer_at) * 1000 = (phase ->> 'deadline')::numeric
      WHEN NOT stays THEN NEW.next_timer_at IS NULL
      WHEN OLD.state = 'hold' AND OLD.refund_address IS NULL AND NEW.refund_address IS NOT NULL THEN NEW.next_timer_at IS NULL
        OR extract(epoch FROM NEW.next_timer_at) * 1000 = (phase ->> 'since')::numeric + 86400000
      WHEN OLD.state = 'confirming' AND NEW.body -> 'heldUnits' <> OLD.body -> 'heldUnits' THEN NEW.next_timer_at IS NULL OR NEW.next_timer_at = OLD.next_timer_at
      ELSE NEW.next_timer_at IS NOT DISTINCT FROM OLD.next_timer_at END;
  IF fits IS NOT TRUE THEN
    RAISE EXCEPTION 'only the worker says what becomes of an order' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER orders_wished BEFORE UPDATE ON orders FOR EACH ROW
  WHEN (current_user IN ('sotto_http', 'sotto_admin')) EXECUTE FUNCTION orders_wished();
