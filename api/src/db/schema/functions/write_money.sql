-- Writes what events change besides their subjects, of all events together: what is set aside, booked and to be paid. Each
-- event has `frees` and `takes` (of reserves), `bookings`, `legs` that it plans, and `finals`: the ids of legs that it closes.
-- Fails where something was booked before.
-- Room: payouts.
CREATE FUNCTION write_money(events jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  frees jsonb := jsonb_path_query_array(events, '$[*].frees[*]');
  takes jsonb := jsonb_path_query_array(events, '$[*].takes[*]');
  bookings jsonb := jsonb_path_query_array(events, '$[*].bookings[*]');
  legs jsonb := jsonb_path_query_array(events, '$[*].legs[*]');
  finals jsonb := jsonb_path_query_array(events, '$[*].finals[*]');
BEGIN
  PERFORM lock_reserves(ARRAY(SELECT asset #>> '{}' FROM (
    SELECT jsonb_path_query(frees || takes, '$[*].asset') UNION SELECT jsonb_path_query(bookings, '$[*].entries[*].asset')) AS a (asset)));
  -- What an entry takes from the hot wallet must be free before it; what is set aside of what one brings comes after.
  PERFORM change_reserves(frees);
  IF bookings <> '[]' THEN
    IF book_entries(bookings) < jsonb_array_length(bookings) THEN
      RAISE EXCEPTION 'booked before: %', jsonb_path_query_array(bookings, '$[*].kind');
    END IF;
  END IF;
  PERFORM change_reserves(takes);
  IF legs <> '[]' THEN PERFORM plan_legs(legs); END IF;
  IF finals <> '[]' THEN
    UPDATE payout_legs SET state = 'final' WHERE id = ANY (ARRAY(SELECT jsonb_array_elements_text(finals))) AND state = 'planned';
  END IF;
END $$;
