/**
 * The same rule as `take_limits` in the database, atomic because Redis runs one script at a time. A bucket is a list of
 * `moment:hits:sum`, the sum being of all hits so far; a pool is a set of leases by when they end.
 */
export const takeScript = `
local window, leaseMs, lease, grains = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
local bucketCount, now = tonumber(ARGV[5]), tonumber(ARGV[6])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local function parse(text)
  local moment, hits, sum = string.match(text, '(%d+):(%d+):(%d+)')
  return tonumber(moment), tonumber(hits), tonumber(sum)
end
local function entry(moment, hits, sum) return string.format('%.0f:%.0f:%.0f', moment, hits, sum) end
local function most(place) return tonumber(ARGV[6 + place]) end

local refusedBucket, refusedPool, wait = 0, 0, 0
local lefts, restores, poolLefts = {}, {}, {}
for i = 1, bucketCount do
  local last = redis.call('LINDEX', KEYS[i], -1)
  if last then now = math.max(now, (parse(last))) end
end
for i = 1, bucketCount do
  local first = redis.call('LINDEX', KEYS[i], 0)
  while first and (parse(first)) <= now - window do
    redis.call('LPOP', KEYS[i])
    first = redis.call('LINDEX', KEYS[i], 0)
  end
  local total, restored = 0, now
  if first then
    local moment, hits, sum = parse(first)
    local _, _, newest = parse(redis.call('LINDEX', KEYS[i], -1))
    total, restored = newest - sum + hits, moment
  end
  if total >= most(i) then
    local freed, frees = 0, now
    for _, text in ipairs(redis.call('LRANGE', KEYS[i], 0, -1)) do
      if freed > total - most(i) then break end
      local moment, hits = parse(text)
      freed, frees = freed + hits, moment
    end
    if refusedBucket == 0 then refusedBucket = i end
    restored = frees
    wait = math.max(wait, frees + window - now)
  end
  lefts[i] = math.max(most(i) - total, 0)
  restores[i] = restored + window - now
end
for i = bucketCount + 1, #KEYS do
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now)
  local left = math.max(most(i) - redis.call('ZCARD', KEYS[i]), 0)
  if left == 0 and refusedPool == 0 then refusedPool = i - bucketCount end
  poolLefts[i - bucketCount] = left
end
if refusedBucket > 0 or refusedPool > 0 then
  return {refusedBucket, refusedPool, wait, lefts, restores, poolLefts}
end

for i = 1, bucketCount do
  local last = redis.call('LINDEX', KEYS[i], -1)
  local moment, hits, sum = 0, 0, 0
  if last then moment, hits, sum = parse(last) end
  local grain = math.max(math.floor(window / grains), 1)
  if most(i) > grains and last and math.floor(moment / grain) == math.floor(now / grain) then
    redis.call('LSET', KEYS[i], -1, entry(now, hits + 1, sum + 1))
  else
    redis.call('RPUSH', KEYS[i], entry(now, 1, sum + 1))
  end
  redis.call('PEXPIRE', KEYS[i], window + 600000)
  lefts[i] = lefts[i] - 1
end
for i = bucketCount + 1, #KEYS do
  redis.call('ZADD', KEYS[i], now + leaseMs, lease)
  redis.call('PEXPIRE', KEYS[i], leaseMs + 600000)
  poolLefts[i - bucketCount] = poolLefts[i - bucketCount] - 1
end
return {0, 0, 0, lefts, restores, poolLefts}
`;

/** Moves the end of a lease that still counts. */
export const renewScript = `
local now = tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, 'XX', now + tonumber(ARGV[2]), ARGV[1])
  redis.call('PEXPIRE', key, tonumber(ARGV[2]) + 600000)
end
`;
