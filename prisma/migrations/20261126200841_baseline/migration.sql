-- The schema of commit 0d340e8e, which 90 earlier migrations made. An installation of that commit has it already:
-- `lib/server/take-over.ts` marks it as applied there.

CREATE TYPE "AccountKind" AS ENUM (
    'available',
    'held',
    'bank',
    'revenue',
    'promotion',
    'suspense',
    'adjustment',
    'expense',
    'receivable',
    'own',
    'receipts',
    'promotional_revenue'
);

CREATE TYPE "HoldStatus" AS ENUM (
    'open',
    'captured',
    'released'
);

CREATE TYPE "JobStatus" AS ENUM (
    'completed',
    'failed'
);

CREATE TYPE "KeyKind" AS ENUM (
    'standard',
    'playground',
    'rotated'
);

CREATE TYPE "KeyMode" AS ENUM (
    'live',
    'test'
);

CREATE TYPE "Locale" AS ENUM (
    'vi',
    'en'
);

CREATE TYPE "MailLinkPurpose" AS ENUM (
    'verify_email',
    'reset_password',
    'change_email',
    'undo_email',
    'not_me',
    'reset_factors',
    'keep_factors'
);

CREATE TYPE "Role" AS ENUM (
    'owner',
    'admin',
    'developer',
    'billing',
    'viewer'
);

CREATE TYPE "Service" AS ENUM (
    'tts',
    'stt'
);

CREATE TYPE "SignInMethod" AS ENUM (
    'password',
    'totp',
    'recovery_code',
    'passkey',
    'mail_link'
);

CREATE TYPE "TransferKind" AS ENUM (
    'welcome',
    'hold',
    'release',
    'charge',
    'forfeit',
    'top_up',
    'unmatched',
    'claim',
    'adjustment',
    'reversal',
    'refund',
    'promotion',
    'expiry',
    'promotional'
);

CREATE SEQUENCE statement_numbers    INCREMENT BY 1;

CREATE SEQUENCE stream_messages_sequence_seq    INCREMENT BY 1;

CREATE TABLE alarm_closings (
    alarm text NOT NULL,
    fingerprint text NOT NULL,
    reason text NOT NULL,
    operator text NOT NULL,
    closed_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT alarm_closings_pkey PRIMARY KEY (alarm)
);

CREATE TABLE api_keys (
    id text NOT NULL,
    business_id text NOT NULL,
    name text NOT NULL,
    kind "KeyKind" DEFAULT 'standard'::"KeyKind" NOT NULL,
    fingerprint text NOT NULL,
    pepper_id integer NOT NULL,
    hint text NOT NULL,
    scopes text[],
    created_by_id text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    allowed_addresses text[] DEFAULT ARRAY[]::text[],
    concurrent_calls integer,
    expiry_notice_days integer,
    last_used_ip text,
    last_used_service "Service",
    leak_source text,
    leak_url text,
    leaked_at timestamp(3) with time zone,
    monthly_cap_milli bigint,
    replaced_by_id text,
    requests_per_minute integer,
    updated_at timestamp(3) with time zone,
    exposed_at timestamp(3) with time zone,
    exposed_where text,
    secret_issued_by_id text,
    session_id text,
    event_sequence integer DEFAULT 0 NOT NULL,
    mode "KeyMode" DEFAULT 'live'::"KeyMode" NOT NULL,
    CONSTRAINT known_scopes CHECK ((scopes <@ ARRAY['tts:execute'::text, 'stt:execute'::text, 'webhooks:manage'::text, 'balance:read'::text, 'usage:read'::text])),
    CONSTRAINT api_keys_pkey PRIMARY KEY (id)
);

CREATE TABLE attempt_guards (
    user_id text NOT NULL,
    purpose text NOT NULL,
    failed_at timestamp(3) with time zone[] DEFAULT (ARRAY[]::timestamp with time zone[])::timestamp(3) with time zone[],
    told_at timestamp(3) with time zone,
    CONSTRAINT attempt_guards_pkey PRIMARY KEY (user_id, purpose)
);

CREATE TABLE audit_details (
    business_id text NOT NULL,
    sequence bigint NOT NULL,
    actor_id text NOT NULL,
    invitation_id text,
    salt text NOT NULL,
    ip text,
    user_agent text,
    said jsonb,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT audit_details_pkey PRIMARY KEY (business_id, sequence)
);

CREATE TABLE audit_events (
    business_id text NOT NULL,
    sequence bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    actor_id text NOT NULL,
    action text NOT NULL,
    subject text,
    before jsonb,
    after jsonb,
    ip text,
    user_agent text,
    previous text NOT NULL,
    digest text NOT NULL,
    commitment text,
    format integer DEFAULT 1 NOT NULL,
    CONSTRAINT audit_events_pkey PRIMARY KEY (business_id, sequence)
);

CREATE TABLE audit_heads (
    business_id text NOT NULL,
    sequence bigint NOT NULL,
    digest text NOT NULL,
    CONSTRAINT audit_heads_pkey PRIMARY KEY (business_id)
);

CREATE TABLE bank_claims (
    id text NOT NULL,
    business_id text NOT NULL,
    created_by_id text,
    amount_vnd bigint NOT NULL,
    transferred_at timestamp(3) with time zone NOT NULL,
    reference text NOT NULL,
    note text NOT NULL,
    status text NOT NULL,
    transfer_id text,
    decision text,
    created_at timestamp(3) with time zone NOT NULL,
    decided_at timestamp(3) with time zone,
    CONSTRAINT bank_claims_pkey PRIMARY KEY (id)
);

CREATE TABLE bank_days (
    account_number text NOT NULL,
    day date NOT NULL,
    listed_vnd bigint NOT NULL,
    recorded_vnd bigint NOT NULL,
    checked_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT bank_days_pkey PRIMARY KEY (account_number, day)
);

CREATE TABLE bank_list_cursors (
    source text NOT NULL,
    since_id text,
    polled_at timestamp(3) with time zone,
    failing_since timestamp(3) with time zone,
    error text,
    CONSTRAINT bank_list_cursors_pkey PRIMARY KEY (source)
);

CREATE TABLE bank_notifications (
    id text NOT NULL,
    provider text NOT NULL,
    received_at timestamp(3) with time zone NOT NULL,
    network text NOT NULL,
    status text NOT NULL,
    reason text,
    encrypted_body text NOT NULL,
    content_type text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    processed_at timestamp(3) with time zone,
    CONSTRAINT bank_notifications_pkey PRIMARY KEY (id)
);

CREATE TABLE bank_reports (
    source text NOT NULL,
    source_id text NOT NULL,
    transfer_id text NOT NULL,
    notification_id text,
    created_at timestamp(3) with time zone NOT NULL,
    content text,
    CONSTRAINT bank_reports_pkey PRIMARY KEY (source, source_id)
);

CREATE TABLE bank_sums (
    id integer DEFAULT 1 NOT NULL,
    summed_at timestamp(3) with time zone NOT NULL,
    ledger_milli bigint NOT NULL,
    recorded_milli bigint NOT NULL,
    CONSTRAINT bank_sums_pkey PRIMARY KEY (id)
);

CREATE TABLE bank_transfers (
    id text NOT NULL,
    direction text NOT NULL,
    account_number text NOT NULL,
    reference text NOT NULL,
    amount_vnd bigint NOT NULL,
    occurred_at timestamp(3) with time zone NOT NULL,
    dedupe_key text NOT NULL,
    encrypted_details text NOT NULL,
    status text NOT NULL,
    reason text,
    business_id text,
    top_up_id text,
    reverses_id text,
    recorded_at timestamp(3) with time zone NOT NULL,
    settled_at timestamp(3) with time zone,
    unassignments integer DEFAULT 0 NOT NULL,
    decision text,
    marks text[],
    payer_mark text,
    CONSTRAINT bank_transfers_amount_check CHECK ((amount_vnd > 0)),
    CONSTRAINT bank_transfers_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
    CONSTRAINT bank_transfers_pkey PRIMARY KEY (id)
);

CREATE TABLE book_audits (
    id integer DEFAULT 1 NOT NULL,
    audited_at timestamp(3) with time zone NOT NULL,
    fully_audited_at timestamp(3) with time zone NOT NULL,
    differences integer NOT NULL,
    fingerprint text DEFAULT ''::text NOT NULL,
    CONSTRAINT book_audits_pkey PRIMARY KEY (id)
);

CREATE TABLE book_balances (
    checkpoint_id text NOT NULL,
    account_id text NOT NULL,
    balance_milli bigint NOT NULL,
    CONSTRAINT book_balances_pkey PRIMARY KEY (checkpoint_id, account_id)
);

CREATE TABLE book_checkpoints (
    id text NOT NULL,
    snapshot text NOT NULL,
    taken_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT book_checkpoints_pkey PRIMARY KEY (id)
);

CREATE TABLE book_locks (
    month text NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL,
    entries integer NOT NULL,
    journal_hash text NOT NULL,
    operator text NOT NULL,
    locked_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT book_locks_pkey PRIMARY KEY (month)
);

CREATE TABLE business_notes (
    id text NOT NULL,
    business_id text NOT NULL,
    author_id text,
    text text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT business_notes_pkey PRIMARY KEY (id)
);

CREATE TABLE businesses (
    id text NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    pinned_region text,
    retention_days integer DEFAULT 30 NOT NULL,
    archived_at timestamp(3) with time zone,
    picture_id text,
    requires_two_factor boolean DEFAULT false NOT NULL,
    concurrent_calls integer DEFAULT 8 NOT NULL,
    requests_per_minute integer DEFAULT 120 NOT NULL,
    suspended_at timestamp(3) with time zone,
    suspended_reason text,
    suspended_for text,
    webhook_limit integer DEFAULT 10 NOT NULL,
    CONSTRAINT known_region CHECK ((pinned_region = ANY (ARRAY['VN'::text, 'SG'::text]))),
    CONSTRAINT retention_offered CHECK ((retention_days = ANY (ARRAY[0, 1, 7, 30]))),
    CONSTRAINT businesses_pkey PRIMARY KEY (id)
);

CREATE TABLE claim_messages (
    id text NOT NULL,
    claim_id text NOT NULL,
    from_staff boolean NOT NULL,
    author_id text,
    text text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT claim_messages_pkey PRIMARY KEY (id)
);

CREATE TABLE configured_prices (
    model_id text NOT NULL,
    unit text NOT NULL,
    price_vnd integer NOT NULL,
    valid_from timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT configured_prices_pkey PRIMARY KEY (model_id, unit, price_vnd, valid_from)
);

CREATE TABLE credit_adjustments (
    id text NOT NULL,
    batch_id text,
    business_id text NOT NULL,
    kind text NOT NULL,
    amount_vnd bigint NOT NULL,
    reference text NOT NULL,
    reason text NOT NULL,
    expires_at timestamp(3) with time zone,
    status text NOT NULL,
    author_id text NOT NULL,
    needs_approval boolean NOT NULL,
    decided_by_id text,
    decision text,
    created_at timestamp(3) with time zone NOT NULL,
    decided_at timestamp(3) with time zone,
    CONSTRAINT credit_adjustments_kind_check CHECK ((kind = ANY (ARRAY['contract'::text, 'goodwill'::text, 'promotion'::text]))),
    CONSTRAINT credit_adjustments_second_person_check CHECK (((status <> 'done'::text) OR (NOT needs_approval) OR ((decided_by_id IS NOT NULL) AND (decided_by_id <> author_id)))),
    CONSTRAINT credit_adjustments_pkey PRIMARY KEY (id)
);

CREATE TABLE credit_alerts (
    business_id text NOT NULL,
    below_vnd bigint,
    below_days integer,
    amount_alerted_at timestamp(3) with time zone,
    days_alerted_at timestamp(3) with time zone,
    used_up_alerted_at timestamp(3) with time zone,
    monthly_cap_milli bigint,
    cap_alerted_month text,
    cap_alerted_percent integer,
    cap_rejected_month text,
    CONSTRAINT credit_alerts_pkey PRIMARY KEY (business_id)
);

CREATE TABLE credit_grants (
    id text NOT NULL,
    business_id text NOT NULL,
    kind text NOT NULL,
    reason text,
    amount_milli bigint NOT NULL,
    remaining_milli bigint NOT NULL,
    returned_milli bigint DEFAULT 0 NOT NULL,
    expires_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT credit_grants_add_up CHECK (((remaining_milli >= 0) AND (returned_milli >= 0) AND ((remaining_milli + returned_milli) <= amount_milli))),
    CONSTRAINT credit_grants_pkey PRIMARY KEY (id)
);

CREATE TABLE daily_allowances (
    business_id text NOT NULL,
    day date NOT NULL,
    silent_seconds integer DEFAULT 0 NOT NULL,
    disconnects integer DEFAULT 0 NOT NULL,
    test_seconds integer DEFAULT 0 NOT NULL,
    CONSTRAINT daily_allowances_pkey PRIMARY KEY (business_id, day)
);

CREATE TABLE data_requests (
    id text NOT NULL,
    user_id text NOT NULL,
    kind text NOT NULL,
    text text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    answer_due_at timestamp(3) with time zone NOT NULL,
    done_due_at timestamp(3) with time zone NOT NULL,
    answer text,
    answered_at timestamp(3) with time zone,
    closed_at timestamp(3) with time zone,
    CONSTRAINT data_requests_answer_check CHECK ((((answer IS NULL) = (answered_at IS NULL)) AND ((closed_at IS NULL) OR (answer IS NOT NULL)))),
    CONSTRAINT data_requests_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'correct'::text, 'erase'::text, 'restrict'::text, 'withdraw'::text]))),
    CONSTRAINT data_requests_pkey PRIMARY KEY (id)
);

CREATE TABLE deletion_receipts (
    id text NOT NULL,
    tracking_id text NOT NULL,
    business_id text NOT NULL,
    requested_by text NOT NULL,
    requested_at timestamp(3) with time zone NOT NULL,
    erased_at timestamp(3) with time zone,
    objects jsonb NOT NULL,
    signature text NOT NULL,
    audit_entry jsonb,
    CONSTRAINT deletion_receipts_pkey PRIMARY KEY (id)
);

CREATE TABLE doomed_objects (
    object text NOT NULL,
    tracking_id text NOT NULL,
    CONSTRAINT doomed_objects_pkey PRIMARY KEY (object)
);

CREATE TABLE encryption_keys (
    version integer NOT NULL,
    fingerprint text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT encryption_keys_pkey PRIMARY KEY (version)
);

CREATE UNLOGGED TABLE engine_processes (
    process text NOT NULL,
    engine text NOT NULL,
    region text NOT NULL,
    places integer NOT NULL,
    running integer NOT NULL,
    waiting integer NOT NULL,
    circuit text NOT NULL,
    is_well boolean,
    detail text,
    calls integer NOT NULL,
    failures integer NOT NULL,
    p50_ms integer,
    p95_ms integer,
    upstreams jsonb DEFAULT '[]'::jsonb NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT engine_processes_pkey PRIMARY KEY (process, engine)
);

CREATE TABLE engine_settings (
    engine text NOT NULL,
    state text DEFAULT 'on'::text NOT NULL,
    weights jsonb DEFAULT '{}'::jsonb NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT engine_settings_state_check CHECK ((state = ANY (ARRAY['on'::text, 'draining'::text, 'off'::text]))),
    CONSTRAINT engine_settings_pkey PRIMARY KEY (engine)
);

CREATE TABLE event_subscriptions (
    business_id text NOT NULL,
    type text NOT NULL,
    CONSTRAINT event_subscriptions_pkey PRIMARY KEY (business_id, type)
);

CREATE TABLE events (
    id text NOT NULL,
    business_id text NOT NULL,
    type text NOT NULL,
    schema_version integer NOT NULL,
    object_id text NOT NULL,
    sequence integer NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    is_test boolean DEFAULT false NOT NULL,
    livemode boolean DEFAULT true NOT NULL,
    CONSTRAINT events_pkey PRIMARY KEY (id)
);

CREATE TABLE factor_resets (
    user_id text NOT NULL,
    began_at timestamp(3) with time zone NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    reminder_id text,
    only_suspended boolean DEFAULT false NOT NULL,
    restore_email text,
    reminder_message_id text,
    CONSTRAINT waits_a_day CHECK ((due_at >= (began_at + '24:00:00'::interval))),
    CONSTRAINT factor_resets_pkey PRIMARY KEY (user_id)
);

CREATE TABLE holds (
    tracking_id text NOT NULL,
    business_id text NOT NULL,
    amount_milli bigint NOT NULL,
    status "HoldStatus" DEFAULT 'open'::"HoldStatus" NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    settled_at timestamp(3) with time zone,
    key_id text,
    price_id text,
    units integer,
    CONSTRAINT holds_pkey PRIMARY KEY (tracking_id)
);

CREATE TABLE idempotency_records (
    business_id text NOT NULL,
    service "Service" NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    tracking_id text NOT NULL,
    finished jsonb,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT idempotency_records_pkey PRIMARY KEY (business_id, service, key)
);

CREATE TABLE incident_updates (
    id text NOT NULL,
    incident_id text NOT NULL,
    status text NOT NULL,
    text_vi text NOT NULL,
    text_en text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    CONSTRAINT incident_updates_status_check CHECK ((status = ANY (ARRAY['investigating'::text, 'identified'::text, 'monitoring'::text, 'resolved'::text]))),
    CONSTRAINT incident_updates_pkey PRIMARY KEY (id)
);

CREATE TABLE incidents (
    id text NOT NULL,
    region text,
    services text[],
    impact text NOT NULL,
    title_vi text NOT NULL,
    title_en text NOT NULL,
    status text NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    resolved_at timestamp(3) with time zone,
    CONSTRAINT incidents_impact_check CHECK ((impact = ANY (ARRAY['maintenance'::text, 'degraded'::text, 'outage'::text]))),
    CONSTRAINT incidents_resolved_check CHECK (((status = 'resolved'::text) = (resolved_at IS NOT NULL))),
    CONSTRAINT incidents_pkey PRIMARY KEY (id)
);

CREATE TABLE inventories (
    id text NOT NULL,
    region text NOT NULL,
    taken_at timestamp(3) with time zone NOT NULL,
    expected integer NOT NULL,
    found integer NOT NULL,
    orphans jsonb NOT NULL,
    missing jsonb NOT NULL,
    signature text NOT NULL,
    CONSTRAINT inventories_pkey PRIMARY KEY (id)
);

CREATE TABLE invitations (
    id text NOT NULL,
    business_id text NOT NULL,
    email text NOT NULL,
    role "Role" NOT NULL,
    fingerprint text NOT NULL,
    invited_by_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    sent integer DEFAULT 1 NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    accepted_at timestamp(3) with time zone,
    cancelled_at timestamp(3) with time zone,
    accepted_by_id text,
    CONSTRAINT no_owner_by_mail CHECK ((role <> 'owner'::"Role")),
    CONSTRAINT invitations_pkey PRIMARY KEY (id)
);

CREATE TABLE invoice_details (
    business_id text NOT NULL,
    legal_name text NOT NULL,
    sealed_tax_code text NOT NULL,
    address text NOT NULL,
    email text NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT invoice_details_pkey PRIMARY KEY (business_id)
);

CREATE TABLE invoices (
    id text NOT NULL,
    business_id text NOT NULL,
    policy text NOT NULL,
    subject text NOT NULL,
    kind text NOT NULL,
    original_id text,
    status text NOT NULL,
    amount_vnd bigint NOT NULL,
    net_vnd bigint NOT NULL,
    tax_vnd bigint NOT NULL,
    vat_percent integer NOT NULL,
    currency text NOT NULL,
    template_code text NOT NULL,
    lines jsonb NOT NULL,
    "references" jsonb NOT NULL,
    encrypted_buyer text NOT NULL,
    number text,
    lookup_code text,
    is_draft boolean DEFAULT false NOT NULL,
    encrypted_documents text,
    reason text,
    requested_by_id text,
    requested_at timestamp(3) with time zone NOT NULL,
    issued_at timestamp(3) with time zone,
    corrected_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone,
    error text,
    CONSTRAINT invoices_amount_check CHECK (((net_vnd + tax_vnd) = amount_vnd)),
    CONSTRAINT invoices_pkey PRIMARY KEY (id)
);

CREATE TABLE jobs (
    tracking_id text NOT NULL,
    business_id text NOT NULL,
    key_id text NOT NULL,
    service "Service" NOT NULL,
    region text NOT NULL,
    model_id text NOT NULL,
    voice_id text,
    language_code text,
    characters integer,
    amount_milli bigint NOT NULL,
    audio_object text,
    audio_format text,
    audio_duration double precision NOT NULL,
    file_size_bytes bigint NOT NULL,
    processing_time_ms bigint NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ingested_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    content_object text,
    deleted_at timestamp(3) with time zone,
    erased_at timestamp(3) with time zone,
    input_erased_at timestamp(3) with time zone,
    input_expires_at timestamp(3) with time zone,
    input_object text,
    result_code text,
    status "JobStatus" DEFAULT 'completed'::"JobStatus" NOT NULL,
    request_id text,
    rules_version text,
    xid xid8 DEFAULT pg_current_xact_id(),
    price_id text,
    units integer,
    usage_counted boolean,
    hours_counted boolean,
    metadata jsonb,
    spark text,
    marks integer[],
    mode "KeyMode" DEFAULT 'live'::"KeyMode" NOT NULL,
    CONSTRAINT jobs_pkey PRIMARY KEY (tracking_id)
);

CREATE TABLE key_days (
    key_id text NOT NULL,
    day date NOT NULL,
    service "Service" NOT NULL,
    calls integer DEFAULT 0 NOT NULL,
    errors integer DEFAULT 0 NOT NULL,
    amount_milli bigint DEFAULT 0 NOT NULL,
    CONSTRAINT key_days_pkey PRIMARY KEY (key_id, day, service)
);

CREATE TABLE key_spends (
    key_id text NOT NULL,
    month text NOT NULL,
    amount_milli bigint NOT NULL,
    CONSTRAINT key_spends_not_negative CHECK ((amount_milli >= 0)),
    CONSTRAINT key_spends_pkey PRIMARY KEY (key_id, month)
);

CREATE TABLE known_devices (
    user_id text NOT NULL,
    fingerprint text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    last_seen_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT known_devices_pkey PRIMARY KEY (user_id, fingerprint)
);

CREATE UNLOGGED TABLE limit_counters (
    bucket text NOT NULL,
    moments bigint[] DEFAULT ARRAY[]::bigint[],
    hits integer[] DEFAULT ARRAY[]::integer[],
    total integer DEFAULT 0 NOT NULL,
    CONSTRAINT limit_counters_pkey PRIMARY KEY (bucket)
)
WITH (fillfactor='50');

CREATE UNLOGGED TABLE limit_leases (
    pool text NOT NULL,
    id text NOT NULL,
    expires_at bigint NOT NULL,
    CONSTRAINT limit_leases_pkey PRIMARY KEY (pool, id)
);

CREATE TABLE mail_links (
    fingerprint text NOT NULL,
    user_id text NOT NULL,
    purpose "MailLinkPurpose" NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    detail jsonb,
    CONSTRAINT mail_links_pkey PRIMARY KEY (fingerprint)
);

CREATE TABLE memberships (
    user_id text NOT NULL,
    business_id text NOT NULL,
    role "Role" NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT memberships_pkey PRIMARY KEY (business_id, user_id)
);

CREATE TABLE notice_preferences (
    user_id text NOT NULL,
    kind text NOT NULL,
    email boolean NOT NULL,
    CONSTRAINT notice_preferences_pkey PRIMARY KEY (user_id, kind)
);

CREATE TABLE notices (
    id text NOT NULL,
    user_id text NOT NULL,
    business_id text,
    kind text NOT NULL,
    "values" jsonb NOT NULL,
    about_user_id text,
    path text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    read_at timestamp(3) with time zone,
    digest_at timestamp(3) with time zone,
    digested boolean,
    CONSTRAINT notices_pkey PRIMARY KEY (id)
);

CREATE TABLE outbox_messages (
    id text NOT NULL,
    kind text NOT NULL,
    target text NOT NULL,
    payload text,
    dedupe_key text,
    state text DEFAULT 'waiting'::text NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    lease_owner text,
    leased_until timestamp(3) with time zone,
    last_error text,
    created_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT outbox_messages_state CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'dead'::text]))),
    CONSTRAINT outbox_messages_pkey PRIMARY KEY (id)
);

CREATE TABLE outbox_pauses (
    kind text NOT NULL,
    target text NOT NULL,
    until timestamp(3) with time zone NOT NULL,
    places integer,
    probes integer DEFAULT 0 NOT NULL,
    CONSTRAINT outbox_pauses_pkey PRIMARY KEY (kind, target)
);

CREATE TABLE outgoing_mails (
    id text NOT NULL,
    sealed text,
    due_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    sent_at timestamp(3) with time zone,
    CONSTRAINT outgoing_mails_pkey PRIMARY KEY (id)
);

CREATE TABLE overdue_notices (
    item text NOT NULL,
    notified_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT overdue_notices_pkey PRIMARY KEY (item)
);

CREATE TABLE ownership_transfers (
    id text NOT NULL,
    business_id text NOT NULL,
    from_id text NOT NULL,
    to_id text NOT NULL,
    shared boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    confirmed_at timestamp(3) with time zone,
    cancelled_at timestamp(3) with time zone,
    CONSTRAINT two_people CHECK ((from_id <> to_id)),
    CONSTRAINT ownership_transfers_pkey PRIMARY KEY (id)
);

CREATE TABLE passkey_challenges (
    challenge text NOT NULL,
    purpose text NOT NULL,
    holder text NOT NULL,
    user_id text,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge)
);

CREATE TABLE passkeys (
    id text NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint DEFAULT 0 NOT NULL,
    transports text[],
    backed_up boolean NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    last_used_at timestamp(3) with time zone,
    session_id text,
    suspended_at timestamp(3) with time zone,
    CONSTRAINT passkeys_pkey PRIMARY KEY (id)
);

CREATE TABLE password_guesses (
    account text NOT NULL,
    failed_at timestamp(3) with time zone[] DEFAULT (ARRAY[]::timestamp with time zone[])::timestamp(3) with time zone[],
    last_at timestamp(3) with time zone NOT NULL,
    told_at timestamp(3) with time zone,
    CONSTRAINT password_guesses_pkey PRIMARY KEY (account)
);

CREATE TABLE payment_changes (
    id text NOT NULL,
    business_id text NOT NULL,
    subject text NOT NULL,
    source text NOT NULL,
    amount_vnd bigint NOT NULL,
    reason text NOT NULL,
    invoice_id text,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT payment_changes_pkey PRIMARY KEY (id)
);

CREATE TABLE pending_sign_ins (
    id text NOT NULL,
    user_id text NOT NULL,
    next text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    CONSTRAINT pending_sign_ins_pkey PRIMARY KEY (id)
);

CREATE TABLE pictures (
    id text NOT NULL,
    content_type text NOT NULL,
    bytes bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT pictures_pkey PRIMARY KEY (id)
);

CREATE TABLE platform_audit_events (
    id text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    operator text NOT NULL,
    action text NOT NULL,
    business_id text,
    details jsonb NOT NULL,
    CONSTRAINT platform_audit_events_pkey PRIMARY KEY (id)
);

CREATE TABLE price_announcements (
    price_id text NOT NULL,
    former_vnd integer,
    cursor text DEFAULT ''::text NOT NULL,
    notified integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    done_at timestamp(3) with time zone,
    CONSTRAINT price_announcements_pkey PRIMARY KEY (price_id)
);

CREATE TABLE price_backfills (
    service "Service" NOT NULL,
    cursor text NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT price_backfills_pkey PRIMARY KEY (service)
);

CREATE TABLE prices (
    id text NOT NULL,
    model_id text NOT NULL,
    business_id text,
    valid_from timestamp(3) with time zone NOT NULL,
    price_vnd integer NOT NULL,
    unit text NOT NULL,
    tax_included boolean DEFAULT true NOT NULL,
    source text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT known_source CHECK ((source = ANY (ARRAY['built_in'::text, 'engines'::text, 'operator'::text]))),
    CONSTRAINT known_unit CHECK ((unit = ANY (ARRAY['1000_characters'::text, 'second'::text]))),
    CONSTRAINT price_above_zero CHECK ((price_vnd > 0)),
    CONSTRAINT prices_pkey PRIMARY KEY (id)
);

CREATE TABLE pronunciations (
    business_id text NOT NULL,
    written text NOT NULL,
    spoken text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT pronunciations_pkey PRIMARY KEY (business_id, written)
);

CREATE UNLOGGED TABLE rate_limits (
    bucket text NOT NULL,
    tat_us bigint NOT NULL,
    CONSTRAINT rate_limits_pkey PRIMARY KEY (bucket)
)
WITH (fillfactor='50');

CREATE TABLE reading_settings (
    business_id text NOT NULL,
    empty_ten text,
    thousand text,
    four text,
    year text,
    decimals text,
    text_style text,
    CONSTRAINT reading_settings_pkey PRIMARY KEY (business_id)
);

CREATE TABLE recovery_codes (
    user_id text NOT NULL,
    fingerprint text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    used_at timestamp(3) with time zone,
    suspended_at timestamp(3) with time zone,
    CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, fingerprint)
);

CREATE TABLE refund_requests (
    id text NOT NULL,
    business_id text NOT NULL,
    requested_by_id text,
    amount_milli bigint NOT NULL,
    encrypted_payee text NOT NULL,
    status text NOT NULL,
    decision text,
    created_at timestamp(3) with time zone NOT NULL,
    decided_at timestamp(3) with time zone,
    transfer_id text,
    approved_at timestamp(3) with time zone,
    CONSTRAINT refund_requests_pkey PRIMARY KEY (id)
);

CREATE TABLE refused_requests (
    request_id text NOT NULL,
    business_id text NOT NULL,
    key_id text NOT NULL,
    code text NOT NULL,
    detail jsonb NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    stands_for integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    ended_job boolean,
    mode "KeyMode" DEFAULT 'live'::"KeyMode" NOT NULL,
    CONSTRAINT refused_requests_pkey PRIMARY KEY (request_id)
);

CREATE TABLE service_days (
    day date NOT NULL,
    region text NOT NULL,
    service "Service" NOT NULL,
    completed bigint NOT NULL,
    failed bigint NOT NULL,
    CONSTRAINT service_days_pkey PRIMARY KEY (day, region, service)
);

CREATE TABLE sessions (
    id text NOT NULL,
    user_id text NOT NULL,
    ip text,
    user_agent text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    last_seen_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    fresh_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    method "SignInMethod" DEFAULT 'password'::"SignInMethod" NOT NULL,
    device text,
    CONSTRAINT sessions_pkey PRIMARY KEY (id)
);

CREATE TABLE sign_in_entries (
    id text NOT NULL,
    user_id text NOT NULL,
    result text NOT NULL,
    method text NOT NULL,
    ip text,
    user_agent text,
    session_id text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT sign_in_entries_pkey PRIMARY KEY (id)
);

CREATE TABLE staff_members (
    user_id text NOT NULL,
    role text NOT NULL,
    granted_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT staff_members_role_check CHECK ((role = ANY (ARRAY['support'::text, 'finance'::text, 'engineer'::text, 'admin'::text]))),
    CONSTRAINT staff_members_pkey PRIMARY KEY (user_id)
);

CREATE TABLE statements (
    id text NOT NULL,
    business_id text NOT NULL,
    month text NOT NULL,
    number text NOT NULL,
    opening_milli bigint NOT NULL,
    closing_milli bigint NOT NULL,
    lines integer NOT NULL,
    totals jsonb NOT NULL,
    beyond_given_milli bigint NOT NULL,
    paid_usage_milli bigint NOT NULL,
    late_transfer_ids text[],
    snapshot text NOT NULL,
    encrypted_parties text NOT NULL,
    hash text NOT NULL,
    closed_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT statements_pkey PRIMARY KEY (id)
);

CREATE TABLE stream_messages (
    sequence bigint NOT NULL,
    topic text NOT NULL,
    key text NOT NULL,
    payload jsonb NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    available_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    failed_at timestamp(3) with time zone,
    last_error text,
    CONSTRAINT stream_messages_pkey PRIMARY KEY (sequence)
);

CREATE TABLE temporary_limits (
    business_id text NOT NULL,
    former_requests_per_minute integer NOT NULL,
    former_concurrent_calls integer NOT NULL,
    former_webhook_limit integer NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT temporary_limits_pkey PRIMARY KEY (business_id)
);

CREATE TABLE terms_acceptances (
    user_id text NOT NULL,
    version text NOT NULL,
    accepted_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT terms_acceptances_pkey PRIMARY KEY (user_id, version)
);

CREATE TABLE top_ups (
    id text NOT NULL,
    business_id text NOT NULL,
    method text NOT NULL,
    amount_vnd bigint NOT NULL,
    code text,
    bank_bin text,
    account_number text,
    account_name text,
    invoice_requested boolean DEFAULT false NOT NULL,
    created_by_id text,
    form_token text,
    external_reference text,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    encrypted_buyer text,
    CONSTRAINT top_ups_amount_check CHECK ((amount_vnd > 0)),
    CONSTRAINT top_ups_pkey PRIMARY KEY (id)
);

CREATE TABLE totp_factors (
    user_id text NOT NULL,
    sealed_seed text NOT NULL,
    last_step bigint DEFAULT 0 NOT NULL,
    confirmed_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    session_id text,
    suspended_at timestamp(3) with time zone,
    CONSTRAINT totp_factors_pkey PRIMARY KEY (user_id)
);

CREATE TABLE transfers (
    id text NOT NULL,
    debit_account_id text NOT NULL,
    credit_account_id text NOT NULL,
    amount_milli bigint NOT NULL,
    kind "TransferKind" NOT NULL,
    reference text NOT NULL,
    tracking_id text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id(),
    price_id text,
    units integer,
    free_milli bigint,
    CONSTRAINT amount_above_zero CHECK ((amount_milli > 0)),
    CONSTRAINT two_sides CHECK ((debit_account_id <> credit_account_id)),
    CONSTRAINT transfers_pkey PRIMARY KEY (id)
);

CREATE TABLE uncharged_jobs (
    tracking_id text NOT NULL,
    business_id text NOT NULL,
    amount_milli bigint NOT NULL,
    charged_milli bigint NOT NULL,
    found_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT uncharged_jobs_pkey PRIMARY KEY (tracking_id)
);

CREATE TABLE usage_daily (
    business_id text NOT NULL,
    day date NOT NULL,
    key_id text NOT NULL,
    service "Service" NOT NULL,
    model_id text NOT NULL,
    voice_id text DEFAULT ''::text NOT NULL,
    region text NOT NULL,
    successes integer NOT NULL,
    failures integer NOT NULL,
    units bigint NOT NULL,
    amount_milli bigint NOT NULL,
    audio_ms bigint NOT NULL,
    latency integer[],
    CONSTRAINT usage_daily_pkey PRIMARY KEY (business_id, day, key_id, service, model_id, voice_id, region)
)
WITH (fillfactor='60');

CREATE TABLE usage_hourly (
    business_id text NOT NULL,
    hour timestamp(0) with time zone NOT NULL,
    key_id text NOT NULL,
    service "Service" NOT NULL,
    model_id text DEFAULT ''::text NOT NULL,
    voice_id text DEFAULT ''::text NOT NULL,
    region text NOT NULL,
    result text NOT NULL,
    requests integer NOT NULL,
    jobs integer NOT NULL,
    characters bigint NOT NULL,
    audio_ms bigint NOT NULL,
    amount_milli bigint NOT NULL,
    buckets smallint[],
    counts integer[],
    CONSTRAINT usage_hourly_pkey PRIMARY KEY (business_id, hour, key_id, service, model_id, voice_id, region, result)
)
WITH (fillfactor='60');

CREATE TABLE users (
    id text NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    password_hash text NOT NULL,
    email_verified_at timestamp(3) with time zone,
    locale "Locale" DEFAULT 'vi'::"Locale" NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    must_reset_password boolean DEFAULT false NOT NULL,
    password_changed_at timestamp(3) with time zone,
    phone text,
    picture_id text,
    time_zone text DEFAULT 'Asia/Ho_Chi_Minh'::text NOT NULL,
    locale_chosen boolean DEFAULT false NOT NULL,
    CONSTRAINT users_pkey PRIMARY KEY (id)
);

CREATE TABLE wallet_accounts (
    id text NOT NULL,
    business_id text,
    kind "AccountKind" NOT NULL,
    balance_milli bigint DEFAULT 0 NOT NULL,
    CONSTRAINT business_never_negative CHECK (((business_id IS NULL) OR
CASE kind
    WHEN 'receivable'::"AccountKind" THEN (balance_milli <= 0)
    ELSE (balance_milli >= 0)
END)),
    CONSTRAINT kind_fits_holder CHECK (((kind = 'receivable'::"AccountKind") OR ((kind = ANY (ARRAY['available'::"AccountKind", 'held'::"AccountKind"])) = (business_id IS NOT NULL)))),
    CONSTRAINT wallet_accounts_pkey PRIMARY KEY (id)
);

CREATE TABLE webhook_attempts (
    id text NOT NULL,
    delivery_id text NOT NULL,
    endpoint_id text NOT NULL,
    number integer NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    duration_ms integer NOT NULL,
    timings jsonb NOT NULL,
    address text,
    url text NOT NULL,
    request_headers jsonb NOT NULL,
    status_code integer,
    response_headers jsonb,
    response_body text,
    error text,
    CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id)
);

CREATE TABLE webhook_creations (
    endpoint_id text NOT NULL,
    business_id text NOT NULL,
    key text NOT NULL,
    encrypted_answer text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT webhook_creations_pkey PRIMARY KEY (endpoint_id)
);

CREATE TABLE webhook_deliveries (
    id text NOT NULL,
    event_id text NOT NULL,
    endpoint_id text NOT NULL,
    business_id text NOT NULL,
    event_type text NOT NULL,
    object_id text NOT NULL,
    region text NOT NULL,
    state text NOT NULL,
    is_test boolean DEFAULT false NOT NULL,
    message_id text,
    attempts integer DEFAULT 0 NOT NULL,
    last_status integer,
    last_error text,
    created_at timestamp(3) with time zone NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id)
);

CREATE TABLE webhook_endpoints (
    id text NOT NULL,
    business_id text NOT NULL,
    url text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    event_types text[],
    schema_version integer NOT NULL,
    rate_per_second integer,
    security_type text DEFAULT 'none'::text NOT NULL,
    header_name text,
    encrypted_header_value text,
    created_by_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    paused_at timestamp(3) with time zone,
    disabled_at timestamp(3) with time zone,
    disabled_reason text,
    deleted_at timestamp(3) with time zone,
    failures integer DEFAULT 0 NOT NULL,
    failing_since timestamp(3) with time zone,
    last_failed_at timestamp(3) with time zone,
    last_succeeded_at timestamp(3) with time zone,
    notices_sent integer DEFAULT 0 NOT NULL,
    event_sequence integer DEFAULT 0 NOT NULL,
    failing_deliveries text[] DEFAULT ARRAY[]::text[] NOT NULL,
    is_ordered boolean DEFAULT false NOT NULL,
    behind_noticed_at timestamp(3) with time zone,
    announce_at timestamp(3) with time zone,
    key_ids text[] DEFAULT '{}'::text[] NOT NULL,
    has_content boolean DEFAULT false NOT NULL,
    CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id)
);

CREATE TABLE webhook_hours (
    endpoint_id text NOT NULL,
    hour timestamp(3) with time zone NOT NULL,
    succeeded integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    duration_ms bigint DEFAULT 0 NOT NULL,
    latency integer[],
    CONSTRAINT webhook_hours_pkey PRIMARY KEY (endpoint_id, hour)
);

CREATE TABLE webhook_listeners (
    id text NOT NULL,
    business_id text NOT NULL,
    key_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    closed_at timestamp(3) with time zone,
    CONSTRAINT webhook_listeners_pkey PRIMARY KEY (id)
);

CREATE TABLE webhook_replays (
    id text NOT NULL,
    endpoint_id text NOT NULL,
    business_id text NOT NULL,
    selection jsonb NOT NULL,
    total integer NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    cursor text,
    created_by_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    canceled_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    CONSTRAINT webhook_replays_pkey PRIMARY KEY (id)
);

CREATE TABLE webhook_secrets (
    id text NOT NULL,
    endpoint_id text NOT NULL,
    encrypted_secret text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    rotation_key text,
    CONSTRAINT webhook_secrets_pkey PRIMARY KEY (id)
);

CREATE TABLE webhook_workers (
    id integer NOT NULL,
    queue text NOT NULL,
    targets text[] DEFAULT '{}'::text[] NOT NULL,
    running jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT webhook_workers_pkey PRIMARY KEY (id)
);

ALTER SEQUENCE stream_messages_sequence_seq OWNED BY stream_messages.sequence;
ALTER TABLE stream_messages ALTER COLUMN sequence SET DEFAULT nextval('stream_messages_sequence_seq'::regclass);

CREATE INDEX api_keys_business_id_revoked_at_idx ON api_keys (business_id, revoked_at);
CREATE INDEX api_keys_expires_at_idx ON api_keys (expires_at);
CREATE UNIQUE INDEX api_keys_fingerprint_key ON api_keys (fingerprint);
CREATE INDEX api_keys_replaced_by_id_idx ON api_keys (replaced_by_id);
CREATE INDEX audit_details_actor_id_idx ON audit_details (actor_id);
CREATE INDEX audit_details_created_at_idx ON audit_details (created_at);
CREATE INDEX audit_details_invitation_id_idx ON audit_details (invitation_id);
CREATE INDEX audit_events_business_id_action_sequence_idx ON audit_events (business_id, action, sequence DESC);
CREATE INDEX audit_events_business_id_actor_id_sequence_idx ON audit_events (business_id, actor_id, sequence DESC);
CREATE INDEX audit_events_staff_after_idx ON audit_events USING gin (after jsonb_path_ops) WHERE (business_id = 'staff'::text);
CREATE INDEX bank_claims_business_id_created_at_idx ON bank_claims (business_id, created_at DESC);
CREATE INDEX bank_claims_created_at_id_idx ON bank_claims (created_at DESC, id DESC);
CREATE INDEX bank_claims_created_by_id_idx ON bank_claims (created_by_id);
CREATE INDEX bank_claims_open_idx ON bank_claims (created_at) WHERE (status = 'open'::text);
CREATE INDEX bank_claims_transfer_id_idx ON bank_claims (transfer_id);
CREATE INDEX bank_notifications_pending_idx ON bank_notifications (due_at) WHERE (status = 'pending'::text);
CREATE INDEX bank_notifications_provider_network_received_at_idx ON bank_notifications (provider, network, received_at);
CREATE INDEX bank_notifications_received_at_idx ON bank_notifications (received_at);
CREATE INDEX bank_notifications_unrecorded_idx ON bank_notifications (received_at) WHERE (status = 'unrecorded'::text);
CREATE INDEX bank_notifications_verified_idx ON bank_notifications (provider, network) WHERE (status <> 'rejected'::text);
CREATE INDEX bank_reports_notification_id_idx ON bank_reports (notification_id);
CREATE INDEX bank_reports_transfer_id_idx ON bank_reports (transfer_id);
CREATE INDEX bank_transfers_account_number_occurred_at_idx ON bank_transfers (account_number, occurred_at);
CREATE INDEX bank_transfers_account_number_reference_idx ON bank_transfers (account_number, reference);
CREATE INDEX bank_transfers_amount_vnd_occurred_at_id_idx ON bank_transfers (amount_vnd, occurred_at DESC, id DESC);
CREATE INDEX bank_transfers_business_id_recorded_at_idx ON bank_transfers (business_id, recorded_at DESC);
CREATE UNIQUE INDEX bank_transfers_dedupe_key_key ON bank_transfers (dedupe_key);
CREATE INDEX bank_transfers_marks_idx ON bank_transfers USING gin (marks) WITH (fastupdate=off);
CREATE INDEX bank_transfers_occurred_at_id_idx ON bank_transfers (occurred_at DESC, id DESC);
CREATE INDEX bank_transfers_payer_mark_idx ON bank_transfers (payer_mark);
CREATE UNIQUE INDEX bank_transfers_reverses_id_key ON bank_transfers (reverses_id);
CREATE INDEX bank_transfers_status_occurred_at_id_idx ON bank_transfers (status, occurred_at DESC, id DESC);
CREATE INDEX bank_transfers_top_up_id_idx ON bank_transfers (top_up_id);
CREATE INDEX bank_transfers_unmarked_idx ON bank_transfers (id) WHERE (marks IS NULL);
CREATE INDEX bank_transfers_unmatched_idx ON bank_transfers (recorded_at) WHERE (status = 'unmatched'::text);
CREATE INDEX business_notes_author_id_idx ON business_notes (author_id);
CREATE INDEX business_notes_business_id_created_at_idx ON business_notes (business_id, created_at DESC);
CREATE UNIQUE INDEX businesses_slug_key ON businesses (slug);
CREATE INDEX claim_messages_author_id_idx ON claim_messages (author_id);
CREATE INDEX claim_messages_claim_id_id_idx ON claim_messages (claim_id, id);
CREATE INDEX credit_adjustments_business_id_created_at_idx ON credit_adjustments (business_id, created_at DESC);
CREATE INDEX credit_adjustments_created_at_id_idx ON credit_adjustments (created_at DESC, id DESC);
CREATE INDEX credit_adjustments_open_idx ON credit_adjustments (created_at) WHERE (status = 'open'::text);
CREATE INDEX credit_grants_business_id_idx ON credit_grants (business_id);
CREATE INDEX data_requests_open_idx ON data_requests (created_at) WHERE (closed_at IS NULL);
CREATE INDEX data_requests_user_id_idx ON data_requests (user_id);
CREATE INDEX deleted_to_erase ON jobs (region, deleted_at) WHERE ((deleted_at IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX deletion_receipts_business_id_requested_at_idx ON deletion_receipts (business_id, requested_at);
CREATE UNIQUE INDEX deletion_receipts_tracking_id_key ON deletion_receipts (tracking_id);
CREATE INDEX doomed_objects_tracking_id_idx ON doomed_objects (tracking_id);
CREATE INDEX engine_processes_seen_at_idx ON engine_processes (seen_at);
CREATE INDEX events_business_id_created_at_idx ON events (business_id, created_at);
CREATE INDEX events_created_at_idx ON events (created_at);
CREATE UNIQUE INDEX events_object_id_sequence_key ON events (object_id, sequence);
CREATE INDEX expiring_credit_grants ON credit_grants (expires_at) WHERE (remaining_milli > 0);
CREATE INDEX factor_resets_due_at_idx ON factor_resets (due_at);
CREATE UNIQUE INDEX factor_resets_reminder_id_key ON factor_resets (reminder_id);
CREATE UNIQUE INDEX factor_resets_reminder_message_id_key ON factor_resets (reminder_message_id);
CREATE INDEX failed_jobs ON jobs (business_id, created_at DESC, tracking_id DESC) WHERE (status = 'failed'::"JobStatus");
CREATE INDEX idempotency_records_expires_at_idx ON idempotency_records (expires_at);
CREATE INDEX incident_updates_incident_id_id_idx ON incident_updates (incident_id, id);
CREATE INDEX incidents_open_idx ON incidents (started_at) WHERE (resolved_at IS NULL);
CREATE INDEX incidents_started_at_id_idx ON incidents (started_at DESC, id DESC);
CREATE INDEX inputs_to_erase ON jobs (region, input_expires_at) WHERE ((input_object IS NOT NULL) AND (input_erased_at IS NULL));
CREATE INDEX inventories_region_taken_at_idx ON inventories (region, taken_at);
CREATE INDEX invitations_business_id_created_at_idx ON invitations (business_id, created_at);
CREATE UNIQUE INDEX invitations_fingerprint_key ON invitations (fingerprint);
CREATE INDEX invitations_invited_by_id_idx ON invitations (invited_by_id);
CREATE INDEX invoices_all_subjects_idx ON invoices (subject);
CREATE INDEX invoices_business_id_requested_at_idx ON invoices (business_id, requested_at DESC);
CREATE INDEX invoices_due_idx ON invoices (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX invoices_number_key ON invoices (number);
CREATE INDEX invoices_original_id_idx ON invoices (original_id);
CREATE INDEX invoices_requested_by_id_idx ON invoices (requested_by_id);
CREATE UNIQUE INDEX invoices_subject_idx ON invoices (subject) WHERE ((kind = 'original'::text) AND (status <> 'cancelled'::text));
CREATE INDEX jobs_business_id_created_at_tracking_id_idx ON jobs (business_id, created_at DESC, tracking_id DESC);
CREATE INDEX jobs_business_id_key_id_created_at_tracking_id_idx ON jobs (business_id, key_id, created_at DESC, tracking_id DESC);
CREATE INDEX jobs_by_xid ON jobs (xid) WHERE (xid IS NOT NULL);
CREATE INDEX jobs_marks_idx ON jobs USING gin (marks) WHERE (marks IS NOT NULL);
CREATE INDEX jobs_metadata_idx ON jobs USING gin (jsonb_insert('{}'::jsonb, ARRAY[business_id], metadata) jsonb_path_ops) WHERE (metadata IS NOT NULL);
CREATE INDEX jobs_to_erase ON jobs (region, expires_at) WHERE ((erased_at IS NULL) AND (status = 'completed'::"JobStatus"));
CREATE INDEX jobs_without_hours ON jobs (tracking_id) WHERE (hours_counted IS NULL);
CREATE INDEX jobs_without_usage ON jobs (tracking_id) WHERE (usage_counted IS NULL);
CREATE INDEX known_devices_last_seen_at_idx ON known_devices (last_seen_at);
CREATE INDEX mail_links_user_id_purpose_idx ON mail_links (user_id, purpose);
CREATE INDEX memberships_user_id_idx ON memberships (user_id);
CREATE INDEX notices_about_user_id_idx ON notices (about_user_id);
CREATE INDEX notices_business_id_idx ON notices (business_id);
CREATE INDEX notices_created_at_idx ON notices (created_at);
CREATE INDEX notices_due_idx ON notices (digest_at) WHERE (digested = false);
CREATE INDEX notices_hour_idx ON notices (user_id, business_id, digest_at) WHERE (digest_at IS NOT NULL);
CREATE INDEX notices_unread_idx ON notices (user_id) WHERE (read_at IS NULL);
CREATE INDEX notices_user_id_created_at_id_idx ON notices (user_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX one_house_account_per_kind ON wallet_accounts (kind) WHERE (business_id IS NULL);
CREATE INDEX open_holds_by_expiry ON holds (expires_at) WHERE (status = 'open'::"HoldStatus");
CREATE UNIQUE INDEX open_invitations ON invitations (business_id, email) WHERE ((accepted_at IS NULL) AND (cancelled_at IS NULL));
CREATE UNIQUE INDEX open_ownership_transfers ON ownership_transfers (business_id) WHERE ((confirmed_at IS NULL) AND (cancelled_at IS NULL));
CREATE INDEX outbox_by_due_at ON outbox_messages (kind, due_at) WHERE (state = 'waiting'::text);
CREATE INDEX outbox_by_target ON outbox_messages (kind, target, due_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX outbox_finished ON outbox_messages (state, finished_at) WHERE (state <> 'waiting'::text);
CREATE INDEX outbox_in_flight ON outbox_messages (kind, target) WHERE (leased_until IS NOT NULL);
CREATE UNIQUE INDEX outbox_once ON outbox_messages (kind, dedupe_key) WHERE (dedupe_key IS NOT NULL);
CREATE INDEX outbox_pauses_target_idx ON outbox_pauses (target);
CREATE INDEX outgoing_mails_created_at_idx ON outgoing_mails (created_at);
CREATE INDEX outgoing_mails_due_at_idx ON outgoing_mails (due_at);
CREATE INDEX ownership_transfers_business_id_idx ON ownership_transfers (business_id);
CREATE INDEX ownership_transfers_from_id_idx ON ownership_transfers (from_id);
CREATE INDEX ownership_transfers_to_id_idx ON ownership_transfers (to_id);
CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at);
CREATE INDEX passkeys_user_id_idx ON passkeys (user_id);
CREATE INDEX password_guesses_last_at_idx ON password_guesses (last_at);
CREATE INDEX payment_changes_business_id_idx ON payment_changes (business_id);
CREATE INDEX payment_changes_invoice_id_idx ON payment_changes (invoice_id);
CREATE INDEX payment_changes_source_idx ON payment_changes (source);
CREATE INDEX payment_changes_subject_idx ON payment_changes (subject);
CREATE INDEX pending_sign_ins_expires_at_idx ON pending_sign_ins (expires_at);
CREATE INDEX pending_sign_ins_user_id_idx ON pending_sign_ins (user_id);
CREATE INDEX platform_audit_events_business_id_id_idx ON platform_audit_events (business_id, id);
CREATE UNIQUE INDEX playground_parents ON api_keys (session_id, business_id) WHERE ((kind = 'playground'::"KeyKind") AND (replaced_by_id IS NULL) AND (monthly_cap_milli IS NOT NULL) AND (revoked_at IS NULL));
CREATE INDEX refund_requests_business_id_created_at_idx ON refund_requests (business_id, created_at DESC);
CREATE INDEX refund_requests_created_at_id_idx ON refund_requests (created_at DESC, id DESC);
CREATE INDEX refund_requests_open_idx ON refund_requests (amount_milli) WHERE (status = 'open'::text);
CREATE INDEX refund_requests_requested_by_id_idx ON refund_requests (requested_by_id);
CREATE UNIQUE INDEX refund_requests_transfer_id_key ON refund_requests (transfer_id);
CREATE INDEX refused_requests_business_id_created_at_idx ON refused_requests (business_id, created_at DESC);
CREATE INDEX refused_requests_created_at_idx ON refused_requests (created_at);
CREATE INDEX refused_requests_key_id_created_at_idx ON refused_requests (key_id, created_at DESC);
CREATE INDEX remaining_credit_grants ON credit_grants (business_id) WHERE (remaining_milli > 0);
CREATE INDEX sessions_user_id_revoked_at_idx ON sessions (user_id, revoked_at);
CREATE INDEX sign_in_entries_created_at_idx ON sign_in_entries (created_at);
CREATE INDEX sign_in_entries_removals ON sign_in_entries (user_id) WHERE (result = 'reset_done'::text);
CREATE INDEX sign_in_entries_user_id_created_at_id_idx ON sign_in_entries (user_id, created_at DESC, id DESC);
CREATE INDEX slow_jobs ON jobs (business_id, created_at DESC, tracking_id DESC) WHERE (processing_time_ms >= 2000);
CREATE UNIQUE INDEX statements_business_id_month_key ON statements (business_id, month);
CREATE UNIQUE INDEX statements_number_key ON statements (number);
CREATE INDEX stream_messages_ready ON stream_messages (topic, available_at, sequence) WHERE (failed_at IS NULL);
CREATE UNIQUE INDEX stream_messages_topic_key_key ON stream_messages (topic, key);
CREATE INDEX temporary_limits_expires_at_idx ON temporary_limits (expires_at);
CREATE INDEX top_ups_amount_vnd_created_at_idx ON top_ups (amount_vnd, created_at DESC);
CREATE INDEX top_ups_business_id_created_at_id_idx ON top_ups (business_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX top_ups_business_id_form_token_key ON top_ups (business_id, form_token);
CREATE UNIQUE INDEX top_ups_code_key ON top_ups (code);
CREATE INDEX top_ups_created_at_idx ON top_ups (created_at DESC);
CREATE INDEX top_ups_created_by_id_idx ON top_ups (created_by_id);
CREATE UNIQUE INDEX top_ups_method_external_reference_key ON top_ups (method, external_reference);
CREATE INDEX top_ups_with_buyer_idx ON top_ups (created_at) WHERE (encrypted_buyer IS NOT NULL);
CREATE INDEX transfers_by_xid ON transfers (xid) WHERE (xid IS NOT NULL);
CREATE INDEX transfers_created_at_idx ON transfers USING brin (created_at);
CREATE INDEX transfers_credit_account_id_created_at_idx ON transfers (credit_account_id, created_at);
CREATE INDEX transfers_debit_account_id_created_at_idx ON transfers (debit_account_id, created_at);
CREATE UNIQUE INDEX transfers_reference_key ON transfers (reference);
CREATE INDEX transfers_tracking_id_idx ON transfers (tracking_id);
CREATE INDEX usage_hourly_hour_idx ON usage_hourly USING brin (hour);
CREATE UNIQUE INDEX users_email_key ON users (email);
CREATE UNIQUE INDEX wallet_accounts_business_id_kind_key ON wallet_accounts (business_id, kind);
CREATE INDEX wallet_accounts_receivable_idx ON wallet_accounts (id) WHERE (kind = 'receivable'::"AccountKind");
CREATE INDEX webhook_attempts_delivery_id_number_idx ON webhook_attempts (delivery_id, number);
CREATE INDEX webhook_attempts_started_at_idx ON webhook_attempts (started_at);
CREATE UNIQUE INDEX webhook_creations_business_id_key_key ON webhook_creations (business_id, key);
CREATE INDEX webhook_creations_expires_at_idx ON webhook_creations (expires_at);
CREATE INDEX webhook_deliveries_created_at_idx ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_endpoint_id_created_at_id_idx ON webhook_deliveries (endpoint_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_endpoint_id_state_created_at_id_idx ON webhook_deliveries (endpoint_id, state, created_at, id);
CREATE UNIQUE INDEX webhook_deliveries_event_id_endpoint_id_key ON webhook_deliveries (event_id, endpoint_id);
CREATE INDEX webhook_endpoints_announce_at_idx ON webhook_endpoints (announce_at);
CREATE INDEX webhook_endpoints_business_id_idx ON webhook_endpoints (business_id);
CREATE INDEX webhook_hours_hour_idx ON webhook_hours (hour);
CREATE INDEX webhook_listeners_business_id_idx ON webhook_listeners (business_id);
CREATE INDEX webhook_replays_endpoint_id_created_at_idx ON webhook_replays (endpoint_id, created_at DESC);
CREATE INDEX webhook_secrets_endpoint_id_idx ON webhook_secrets (endpoint_id);
CREATE UNIQUE INDEX webhook_secrets_endpoint_id_rotation_key_key ON webhook_secrets (endpoint_id, rotation_key);

CREATE STATISTICS webhook_deliveries_of_business (dependencies) ON endpoint_id, business_id FROM webhook_deliveries;

ALTER TABLE api_keys ADD CONSTRAINT api_keys_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_replaced_by_id_fkey FOREIGN KEY (replaced_by_id) REFERENCES api_keys(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE attempt_guards ADD CONSTRAINT attempt_guards_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE bank_claims ADD CONSTRAINT bank_claims_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE bank_claims ADD CONSTRAINT bank_claims_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE bank_claims ADD CONSTRAINT bank_claims_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES bank_transfers(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE bank_reports ADD CONSTRAINT bank_reports_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES bank_notifications(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE bank_reports ADD CONSTRAINT bank_reports_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES bank_transfers(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE bank_transfers ADD CONSTRAINT bank_transfers_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE bank_transfers ADD CONSTRAINT bank_transfers_reverses_id_fkey FOREIGN KEY (reverses_id) REFERENCES bank_transfers(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE bank_transfers ADD CONSTRAINT bank_transfers_top_up_id_fkey FOREIGN KEY (top_up_id) REFERENCES top_ups(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE book_balances ADD CONSTRAINT book_balances_checkpoint_id_fkey FOREIGN KEY (checkpoint_id) REFERENCES book_checkpoints(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE business_notes ADD CONSTRAINT business_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE business_notes ADD CONSTRAINT business_notes_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE claim_messages ADD CONSTRAINT claim_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE claim_messages ADD CONSTRAINT claim_messages_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES bank_claims(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE credit_adjustments ADD CONSTRAINT credit_adjustments_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE credit_alerts ADD CONSTRAINT credit_alerts_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE credit_grants ADD CONSTRAINT credit_grants_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE data_requests ADD CONSTRAINT data_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE event_subscriptions ADD CONSTRAINT event_subscriptions_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE factor_resets ADD CONSTRAINT factor_resets_reminder_id_fkey FOREIGN KEY (reminder_id) REFERENCES outgoing_mails(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE factor_resets ADD CONSTRAINT factor_resets_reminder_message_id_fkey FOREIGN KEY (reminder_message_id) REFERENCES outbox_messages(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE factor_resets ADD CONSTRAINT factor_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE holds ADD CONSTRAINT holds_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE incident_updates ADD CONSTRAINT incident_updates_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE invitations ADD CONSTRAINT invitations_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE invitations ADD CONSTRAINT invitations_invited_by_id_fkey FOREIGN KEY (invited_by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE invoice_details ADD CONSTRAINT invoice_details_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE invoices ADD CONSTRAINT invoices_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE invoices ADD CONSTRAINT invoices_original_id_fkey FOREIGN KEY (original_id) REFERENCES invoices(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE invoices ADD CONSTRAINT invoices_requested_by_id_fkey FOREIGN KEY (requested_by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE jobs ADD CONSTRAINT jobs_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE known_devices ADD CONSTRAINT known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE mail_links ADD CONSTRAINT mail_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE memberships ADD CONSTRAINT memberships_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE memberships ADD CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notice_preferences ADD CONSTRAINT notice_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notices ADD CONSTRAINT notices_about_user_id_fkey FOREIGN KEY (about_user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notices ADD CONSTRAINT notices_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notices ADD CONSTRAINT notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ownership_transfers ADD CONSTRAINT ownership_transfers_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE ownership_transfers ADD CONSTRAINT ownership_transfers_from_id_fkey FOREIGN KEY (from_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ownership_transfers ADD CONSTRAINT ownership_transfers_to_id_fkey FOREIGN KEY (to_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE passkeys ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE payment_changes ADD CONSTRAINT payment_changes_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payment_changes ADD CONSTRAINT payment_changes_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE pending_sign_ins ADD CONSTRAINT pending_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE price_announcements ADD CONSTRAINT price_announcements_price_id_fkey FOREIGN KEY (price_id) REFERENCES prices(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE prices ADD CONSTRAINT prices_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE pronunciations ADD CONSTRAINT pronunciations_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE reading_settings ADD CONSTRAINT reading_settings_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE refund_requests ADD CONSTRAINT refund_requests_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE refund_requests ADD CONSTRAINT refund_requests_requested_by_id_fkey FOREIGN KEY (requested_by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE refund_requests ADD CONSTRAINT refund_requests_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES bank_transfers(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sign_in_entries ADD CONSTRAINT sign_in_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE staff_members ADD CONSTRAINT staff_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE statements ADD CONSTRAINT statements_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE temporary_limits ADD CONSTRAINT temporary_limits_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE terms_acceptances ADD CONSTRAINT terms_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE top_ups ADD CONSTRAINT top_ups_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE top_ups ADD CONSTRAINT top_ups_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE totp_factors ADD CONSTRAINT totp_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE transfers ADD CONSTRAINT transfers_credit_account_id_fkey FOREIGN KEY (credit_account_id) REFERENCES wallet_accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE transfers ADD CONSTRAINT transfers_debit_account_id_fkey FOREIGN KEY (debit_account_id) REFERENCES wallet_accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE wallet_accounts ADD CONSTRAINT wallet_accounts_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE webhook_creations ADD CONSTRAINT webhook_creations_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE webhook_replays ADD CONSTRAINT webhook_replays_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_secrets ADD CONSTRAINT webhook_secrets_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE FUNCTION refuse_balance_without_transfers() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM FROM (
      SELECT id, balance_milli AS milli FROM after_change
      UNION ALL
      SELECT id, -balance_milli FROM before_change
      UNION ALL
      SELECT moved.id, -moved.milli
      FROM (SELECT a.xmin, a.cmin FROM wallet_accounts a JOIN after_change USING (id) LIMIT 1) AS written (by, command)
      JOIN transfers t ON t.xid = pg_current_xact_id() AND t.xmin = written.by AND t.cmin = written.command
      CROSS JOIN LATERAL (
        VALUES (t.debit_account_id, -t.amount_milli), (t.credit_account_id, t.amount_milli)) AS moved (id, milli)
    ) AS changes GROUP BY id HAVING sum(milli) <> 0 LIMIT 1;
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  RAISE EXCEPTION 'a balance changes only with its transfers';
END $$;

CREATE FUNCTION refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% is written once', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION refuse_second_settlement() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF OLD."status" = 'open' THEN
    RETURN NEW;
  END IF;
  IF OLD."price_id" IS NULL AND NEW."price_id" IS NOT NULL
    AND to_jsonb(NEW) - '{price_id,units}'::text[] = to_jsonb(OLD) - '{price_id,units}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'hold % is already settled', OLD."tracking_id" USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION refuse_statement_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'encrypted_parties' = to_jsonb(OLD) - 'encrypted_parties' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'a closed statement cannot be changed or deleted';
END $$;

CREATE FUNCTION reject_locked_month() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF EXISTS (SELECT FROM book_locks WHERE ends_at > NEW.created_at) THEN
    RAISE EXCEPTION 'the books of this month are locked';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION take_limits(buckets text[], mosts integer[], window_ms integer, pools text[], pool_mosts integer[], lease text, lease_ms integer, at_ms bigint, OUT refused_bucket integer, OUT refused_pool integer, OUT wait_ms bigint, OUT lefts integer[], OUT restores_ms bigint[], OUT pool_lefts integer[]) RETURNS record
    LANGUAGE plpgsql
    SET enable_bitmapscan TO 'off'
    AS $$
DECLARE
  counters limit_counters[] := '{}';
  counter limit_counters;
  now_ms bigint;
  restores bigint;
  place integer;
  freed integer;
  used integer;
  grain integer;
BEGIN
  lefts := '{}'; restores_ms := '{}'; pool_lefts := '{}'; wait_ms := 0;
  FOR i IN 1 .. cardinality(buckets) LOOP
    SELECT * INTO counter FROM limit_counters WHERE bucket = buckets[i] FOR UPDATE;
    IF NOT FOUND THEN
      INSERT INTO limit_counters (bucket) VALUES (buckets[i]) ON CONFLICT DO NOTHING;
      SELECT * INTO counter FROM limit_counters WHERE bucket = buckets[i] FOR UPDATE;
    END IF;
    -- Never backwards, whichever process asks.
    now_ms := greatest(
      coalesce(at_ms, (extract(epoch FROM clock_timestamp()) * 1000)::bigint),
      counter.moments[cardinality(counter.moments)]
    );
    place := 1;
    WHILE counter.moments[place] <= now_ms - window_ms LOOP
      counter.total := counter.total - counter.hits[place];
      place := place + 1;
    END LOOP;
    IF place > 1 THEN
      counter.moments := counter.moments[place:];
      counter.hits := counter.hits[place:];
    END IF;
    restores := coalesce(counter.moments[1], now_ms) + window_ms - now_ms;
    IF counter.total >= mosts[i] THEN
      freed := 0;
      place := 0;
      WHILE freed <= counter.total - mosts[i] AND place < cardinality(counter.moments) LOOP
        place := place + 1;
        freed := freed + counter.hits[place];
      END LOOP;
      refused_bucket := coalesce(refused_bucket, i);
      restores := coalesce(counter.moments[place], now_ms) + window_ms - now_ms;
      wait_ms := greatest(wait_ms, restores);
    END IF;
    lefts := lefts || greatest(mosts[i] - counter.total, 0);
    restores_ms := restores_ms || restores;
    counters := counters || counter;
  END LOOP;

  FOR i IN 1 .. cardinality(pools) LOOP
    SELECT count(*) INTO used FROM limit_leases WHERE pool = pools[i] AND expires_at > now_ms;
    IF used >= pool_mosts[i] THEN
      refused_pool := coalesce(refused_pool, i);
    END IF;
    pool_lefts := pool_lefts || greatest(pool_mosts[i] - used, 0);
  END LOOP;
  IF refused_bucket IS NOT NULL OR refused_pool IS NOT NULL THEN
    RETURN;
  END IF;

  FOR i IN 1 .. cardinality(buckets) LOOP
    counter := counters[i];
    place := cardinality(counter.moments);
    grain := CASE WHEN mosts[i] > 125 THEN greatest(window_ms / 125, 1) END;
    IF counter.moments[place] / grain = now_ms / grain THEN
      counter.moments[place] := now_ms;
      counter.hits[place] := counter.hits[place] + 1;
    ELSE
      counter.moments := counter.moments || now_ms;
      counter.hits := counter.hits || 1;
    END IF;
    UPDATE limit_counters SET moments = counter.moments, hits = counter.hits, total = counter.total + 1
      WHERE bucket = counter.bucket;
    lefts[i] := lefts[i] - 1;
  END LOOP;
  FOR i IN 1 .. cardinality(pools) LOOP
    INSERT INTO limit_leases (pool, id, expires_at) VALUES (pools[i], lease, now_ms + lease_ms);
    pool_lefts[i] := pool_lefts[i] - 1;
  END LOOP;
END;
$$;

CREATE FUNCTION take_rate_limits(buckets text[], limits integer[], window_ms integer, pools text[], pool_limits integer[], lease text, lease_ms integer, at_ms bigint, OUT refused_bucket integer, OUT refused_pool integer, OUT wait_ms bigint, OUT remaining integer[], OUT reset_ms bigint[], OUT pool_remaining integer[]) RETURNS record
    LANGUAGE plpgsql
    SET enable_bitmapscan TO 'off'
    AS $$
DECLARE
  now_us bigint;
  window_us bigint := window_ms * 1000::bigint;
  interval_us bigint;
  used_us bigint;
  running integer;
BEGIN
  remaining := '{}'; reset_ms := '{}'; pool_remaining := '{}'; wait_ms := 0;
  -- DO UPDATE locks a row that exists, also where its condition says to leave it as it is.
  INSERT INTO rate_limits (bucket, tat_us) SELECT name, 0 FROM unnest(buckets) AS name ORDER BY name
    ON CONFLICT (bucket) DO UPDATE SET tat_us = 0 WHERE false;
  now_us := coalesce(at_ms * 1000, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint);

  FOR i IN 1 .. cardinality(buckets) LOOP
    interval_us := window_us / greatest(limits[i], 1);
    SELECT greatest(tat_us - now_us, 0) INTO used_us FROM rate_limits WHERE bucket = buckets[i];
    IF used_us > window_us THEN
      used_us := window_us;
      UPDATE rate_limits SET tat_us = now_us + window_us WHERE bucket = buckets[i];
    END IF;
    remaining[i] := greatest(limits[i] - (used_us + interval_us - 1) / interval_us, 0);
    reset_ms[i] := (used_us - (limits[i] - 1 - remaining[i]) * interval_us + 999) / 1000;
    IF remaining[i] = 0 THEN
      refused_bucket := coalesce(refused_bucket, i);
      wait_ms := greatest(wait_ms, reset_ms[i]);
    END IF;
  END LOOP;
  FOR i IN 1 .. cardinality(pools) LOOP
    SELECT count(*) INTO running FROM limit_leases WHERE pool = pools[i] AND expires_at > now_us / 1000;
    pool_remaining[i] := greatest(pool_limits[i] - running, 0);
    IF pool_remaining[i] = 0 THEN
      refused_pool := coalesce(refused_pool, i);
    END IF;
  END LOOP;
  IF refused_bucket IS NOT NULL OR refused_pool IS NOT NULL THEN
    RETURN;
  END IF;

  FOR i IN 1 .. cardinality(buckets) LOOP
    UPDATE rate_limits SET tat_us = greatest(tat_us, now_us) + window_us / limits[i]
      WHERE bucket = buckets[i];
    remaining[i] := remaining[i] - 1;
  END LOOP;
  FOR i IN 1 .. cardinality(pools) LOOP
    INSERT INTO limit_leases (pool, id, expires_at) VALUES (pools[i], lease, now_us / 1000 + lease_ms);
    pool_remaining[i] := pool_remaining[i] - 1;
  END LOOP;
END;
$$;

CREATE TRIGGER audit_events_never_truncated BEFORE TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_events_written_once BEFORE DELETE OR UPDATE ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER holds_settle_once BEFORE UPDATE ON holds FOR EACH ROW EXECUTE FUNCTION refuse_second_settlement();
CREATE TRIGGER platform_audit_events_never_truncated BEFORE TRUNCATE ON platform_audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER platform_audit_events_written_once BEFORE DELETE OR UPDATE ON platform_audit_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER prices_never_truncated BEFORE TRUNCATE ON prices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER prices_written_once BEFORE DELETE OR UPDATE ON prices FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER receipts_never_deleted BEFORE DELETE ON deletion_receipts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statements_written_once BEFORE DELETE OR UPDATE ON statements FOR EACH ROW EXECUTE FUNCTION refuse_statement_change();
CREATE TRIGGER transfers_in_open_months BEFORE INSERT ON transfers FOR EACH ROW WHEN ((new.created_at < (now() - '00:30:00'::interval))) EXECUTE FUNCTION reject_locked_month();
CREATE TRIGGER transfers_never_truncated BEFORE TRUNCATE ON transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER transfers_written_once BEFORE DELETE OR UPDATE ON transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wallet_accounts_begin_empty BEFORE INSERT ON wallet_accounts FOR EACH ROW WHEN ((new.balance_milli <> 0)) EXECUTE FUNCTION refuse_balance_without_transfers();
CREATE TRIGGER wallet_accounts_change_with_transfers AFTER UPDATE ON wallet_accounts REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_balance_without_transfers();

INSERT INTO "wallet_accounts" ("id", "kind") VALUES
  ('acc_bank', 'bank'), ('acc_revenue', 'revenue'), ('acc_promotion', 'promotion'), ('acc_suspense', 'suspense'),
  ('acc_adjustment', 'adjustment'), ('acc_expense', 'expense'), ('acc_receivable', 'receivable'), ('acc_own', 'own'),
  ('acc_receipts', 'receipts'), ('acc_promotional_revenue', 'promotional_revenue');
