-- Whether these are a mix's terms as orders keep them.
-- Room: orders.
CREATE FUNCTION is_order_mixer(mixer jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(mixer - ARRAY['settings', 'receiveAddresses', 'roundUnits'] = '{}' AND is_units(mixer -> 'roundUnits')
    AND jsonb_typeof(mixer -> 'receiveAddresses') = 'array' AND jsonb_array_length(mixer -> 'receiveAddresses') BETWEEN 1 AND 5
    AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements(mixer -> 'receiveAddresses') AS address WHERE jsonb_typeof(address) <> 'string')
    AND (mixer -> 'settings') - ARRAY['form', 'rounds', 'delayMinutes', 'randomDelay', 'randomAmounts', 'tor', 'level'] = '{}'
    AND mixer #>> '{settings,form}' IN ('home', 'mixer') AND mixer #>> '{settings,level}' IN ('basic', 'enhanced', 'maximum')
    AND jsonb_path_match(mixer, '$.settings.rounds >= 0 && $.settings.rounds <= 100 && $.settings.delayMinutes >= 0 && $.settings.delayMinutes <= 120')
    AND jsonb_typeof(mixer #> '{settings,randomDelay}') = 'boolean' AND jsonb_typeof(mixer #> '{settings,randomAmounts}') = 'boolean'
    AND jsonb_typeof(mixer #> '{settings,tor}') = 'boolean', false)
$$;
