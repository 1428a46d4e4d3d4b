/** As `take_rate_limits`. A bucket is its theoretical arrival time in microseconds; a pool is a set of leases. */
export const takeScript = `
local bucketCount, window, leaseMs, lease = tonumber(ARGV[1]), ARGV[2] * 1000, tonumber(ARGV[3]), ARGV[4]
local now = tonumber(ARGV[5])
if now then
  now = now * 1000
else
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
local function limit(place) return tonumber(ARGV[5 + place]) end

local refusedBucket, refusedPool, wait = 0, 0, 0
local remaining, resets, poolRemaining, tats = {}, {}, {}, {}
for i = 1, bucketCount do
  local interval = math.floor(window / math.max(limit(i), 1))
  local tat = math.max(tonumber(redis.call('GET', KEYS[i]) or 0), now)
  if tat > now + window then
    tat = now + window
    redis.call('SET', KEYS[i], string.format('%.0f', tat), 'PX', math.ceil(window / 1000))
  end
  remaining[i] = math.max(limit(i) - math.ceil((tat - now) / interval), 0)
  resets[i] = math.ceil((tat - now - (limit(i) - 1 - remaining[i]) * interval) / 1000)
  tats[i] = tat + interval
  if remaining[i] == 0 then
    if refusedBucket == 0 then refusedBucket = i end
    wait = math.max(wait, resets[i])
  end
end
for i = bucketCount + 1, #KEYS do
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now / 1000)
  local left = math.max(limit(i) - redis.call('ZCARD', KEYS[i]), 0)
  if left == 0 and refusedPool == 0 then refusedPool = i - bucketCount end
  poolRemaining[i - bucketCount] = left
end
if refusedBucket > 0 or refusedPool > 0 then
  return {refusedBucket, refusedPool, wait, remaining, resets, poolRemaining}
end

for i = 1, bucketCount do
  redis.call('SET', KEYS[i], string.format('%.0f', tats[i]), 'PX', math.ceil((tats[i] - now) / 1000))
  remaining[i] = remaining[i] - 1
end
for i = bucketCount + 1, #KEYS do
  redis.call('ZADD', KEYS[i], now / 1000 + leaseMs, lease)
  redis.call('PEXPIRE', KEYS[i], leaseMs + 600000)
  poolRemaining[i - bucketCount] = poolRemaining[i - bucketCount] - 1
end
return {0, 0, 0, remaining, resets, poolRemaining}
`;

/** Extends a lease that still counts. */
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
