-- Places come and go by the hundred a second. A bitmap scan reads over all that are gone, thousands of them, where a
-- plain index scan marks them once and skips them.
ALTER FUNCTION take_limits(text[], integer[], integer, text[], integer[], text, integer, bigint) SET enable_bitmapscan = off;
