package dev.agenthost.local.check;

import dev.agenthost.gateway.inbound.AdapterRegistry;
import dev.agenthost.gateway.inbound.EventOrigin;
import dev.agenthost.gateway.inbound.InboundDecision;
import dev.agenthost.gateway.inbound.InboundReader;
import dev.agenthost.gateway.inbound.InboundRecord;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.delivery.AdapterReceipt;
import dev.agenthost.protocol.delivery.ConversationTakeover;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.runner.KnownRunner;
import dev.agenthost.protocol.security.AccessKey;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.RedriveMark;
import dev.agenthost.protocol.topic.Topics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rules of a topic, by its name. */
public interface TopicRules {

    /** The first error of the record; empty if it is valid. */
    Optional<RuleViolation> check(TopicRecord record);

    /** Lists the ignored parts of a record, one sentence each. A record with warnings is valid. */
    default List<String> warnings(TopicRecord record) {
        return List.of();
    }

    /**
     * The rules of a topic; empty for a topic that Agent Host does not use.
     *
     * @param workspace for an inbound topic: the workspace of its adapter
     * @param bots for an inbound topic: the bots of its adapter
     */
    static Optional<TopicRules> of(String topic, String workspace, Set<String> bots) {
        if (topic.endsWith(Topics.dlq(""))) {
            return Optional.of(TopicRules::deadLetter);
        }
        if (topic.startsWith(Topics.INBOUND_PREFIX)) {
            return Optional.of(inbound(topic.substring(Topics.INBOUND_PREFIX.length()), workspace, bots));
        }
        if (topic.startsWith(Topics.OUTBOUND_PREFIX)) {
            return Optional.of(ServiceRecordRules.outbound());
        }
        return Optional.ofNullable(
                switch (topic) {
                    case Topics.EVENTS ->
                        ServiceRecordRules.of(
                                CloudEventHeaders.EVENT_TYPE,
                                EventEnvelope.class,
                                event -> event.conversationKey().value(),
                                event -> event.conversationKey().value());
                    case Topics.RUN_REQUESTS ->
                        ServiceRecordRules.of(
                                CloudEventHeaders.RESOLUTION_TYPE,
                                Resolution.class,
                                request -> request.event().conversationKey().value(),
                                request -> request.event().conversationKey().value());
                    case Topics.RUN_RESULTS ->
                        ServiceRecordRules.of(
                                        CloudEventHeaders.RESULTS_TYPE,
                                        RunResults.class,
                                        results -> results.runId().toString(),
                                        RunResults::conversationKey)
                                .and(ResultRules::firstBreach);
                    case Topics.DELIVERY_RECEIPTS ->
                        ServiceRecordRules.of(
                                CloudEventHeaders.RECEIPT_TYPE,
                                DeliveryReceipt.class,
                                receipt -> receipt.runId().toString(),
                                DeliveryReceipt::conversationKey);
                    case Topics.ADAPTER_RECEIPTS ->
                        ServiceRecordRules.of(
                                CloudEventHeaders.ADAPTER_RECEIPT_TYPE,
                                AdapterReceipt.class,
                                receipt -> receipt.runId().toString(),
                                receipt -> receipt.runId().toString());
                    case Topics.AUDIT -> ServiceRecordRules.of(CloudEventHeaders.AUDIT_TYPE, AuditEntry.class);
                    case Topics.KEYS ->
                        ServiceRecordRules.of(CloudEventHeaders.KEY_TYPE, AccessKey.class, AccessKey::recordKey)
                                .and(TopicRules::ofOneWorkspace);
                    case Topics.RUNNERS ->
                        ServiceRecordRules.of(CloudEventHeaders.RUNNER_TYPE, KnownRunner.class, KnownRunner::recordKey);
                    case Topics.BOTS ->
                        ServiceRecordRules.of(
                                CloudEventHeaders.BOT_TYPE, BotRegistration.class, BotRegistration::recordKey);
                    case Topics.TAKEOVERS ->
                        ServiceRecordRules.of(
                                CloudEventHeaders.TAKEOVER_TYPE,
                                ConversationTakeover.class,
                                ConversationTakeover::recordKey);
                    case Topics.DEAD_LETTER_MARKS ->
                        ServiceRecordRules.of(
                                CloudEventHeaders.REDRIVE_TYPE, RedriveMark.class, RedriveMark::recordKey);
                    default -> null;
                });
    }

    /** Applies the rules of event-gateway, at the time of the record. */
    private static TopicRules inbound(String adapter, String workspace, Set<String> bots) {
        var reader =
                new InboundReader(new AdapterRegistry(Map.of(adapter, EventOrigin.adapter(adapter, workspace, bots))));
        return new TopicRules() {
            @Override
            public Optional<RuleViolation> check(TopicRecord record) {
                return switch (reader.read(inbound(record), record.at())) {
                    case InboundDecision.Publish publish -> Optional.empty();
                    case InboundDecision.Receipt receipt -> Optional.empty();
                    case InboundDecision.DeadLettered(var reason, var detail) ->
                        Optional.of(RuleViolation.of(reason.wire(), detail));
                };
            }

            @Override
            public List<String> warnings(TopicRecord record) {
                return reader.warnings(inbound(record));
            }
        };
    }

    private static InboundRecord inbound(TopicRecord record) {
        byte[] value = record.value();
        return new InboundRecord(record.position(), record.headers(), value == null ? new byte[0] : value);
    }

    /** Applies the rule of all readers of keys: a key from the topic is valid for one workspace only. */
    private static Optional<RuleViolation> ofOneWorkspace(AccessKey key) {
        return key.workspaceId().equals("*")
                ? Optional.of(new RuleViolation(
                        "invalid", "workspace_id", "must be one workspace: a host key is configured in the settings"))
                : Optional.empty();
    }

    /** Reports each dead letter as an error, with its reason. */
    private static Optional<RuleViolation> deadLetter(TopicRecord record) {
        String reason = record.headers().getOrDefault(DeadLetterHeaders.REASON, "undecodable");
        String detail = record.headers().getOrDefault(DeadLetterHeaders.DETAIL, "$ has no reason");
        return Optional.of(RuleViolation.of(reason, detail));
    }
}
