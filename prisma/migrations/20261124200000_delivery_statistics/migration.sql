-- An endpoint belongs to one business. Without knowing it, the planner expects fewer rows of an endpoint than a page of its
-- log has, and reads and sorts all of them. Neither statement blocks readers or writers.
CREATE STATISTICS "webhook_deliveries_of_business" (dependencies) ON "business_id", "endpoint_id" FROM "webhook_deliveries";
ANALYZE "webhook_deliveries";
