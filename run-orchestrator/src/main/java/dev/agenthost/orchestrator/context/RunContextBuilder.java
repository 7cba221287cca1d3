package dev.agenthost.orchestrator.context;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.protocol.context.AgentEventContext;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.context.AgentRunState;
import dev.agenthost.protocol.context.AgentRuntimeContext;
import dev.agenthost.protocol.context.AgentTrigger;
import dev.agenthost.protocol.context.ContextAccess;
import dev.agenthost.protocol.context.ConversationContext;
import dev.agenthost.protocol.context.InlineContextPolicy;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.RawEventRef;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.json.CanonicalJson;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.DeliveryTarget;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.state.StateScope;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Builds the context of a run for its runner (spec 000 §5.2): the current event, and handles to everything else. History is never inlined.
 */
public final class RunContextBuilder {
    private RunContextBuilder() {}

    public static AgentRunContext build(RunFacts facts) {
        EventEnvelope event = facts.event();
        return new AgentRunContext(
                facts.seenRunId().toString(),
                new AgentTrigger(event.eventType(), event.source(), event.eventTime()),
                event(event, facts.grant()),
                conversation(event),
                event.actor(),
                event.subject(),
                event.input(),
                delivery(event, facts.binding().deliveryPolicy()),
                facts.grant().resources(),
                access(facts),
                state(facts.stored()),
                runtime(facts),
                facts.binding().runnerConfig(),
                event.adapter(),
                JsonNodeFactory.instance.objectNode());
    }

    /**
     * Builds the JSON of the context: nulls are present, as in LangBot's host, and equal contexts have equal bytes. {@code sender_id}
     * and {@code session_id} are not specified, but LangBot's plugins read them.
     */
    public static ObjectNode tree(RunFacts facts) {
        ObjectNode tree = ProtocolCodec.runnerTree(build(facts));
        for (String free : List.of("config", "state")) {
            tree.set(free, CanonicalJson.of(tree.path(free)));
        }
        return withSender(tree, facts.event());
    }

    /** @param tree with a {@code conversation} */
    static ObjectNode withSender(ObjectNode tree, EventEnvelope event) {
        if (tree.get("conversation") instanceof ObjectNode conversation) {
            ActorContext actor = event.actor();
            conversation.put("sender_id", actor == null ? null : actor.actorId());
            conversation.putNull("session_id");
        }
        return tree;
    }

    /** Omits {@code raw_ref}, which only a run that may read raw payloads sees. */
    static AgentEventContext event(EventEnvelope event) {
        return event(event, (RawEventRef) null);
    }

    private static AgentEventContext event(EventEnvelope event, Grant grant) {
        return event(
                event,
                Grant.check(grant, new AccessRequest.RawPayload()) instanceof AccessDecision.Allowed
                        ? event.rawRef()
                        : null);
    }

    private static AgentEventContext event(EventEnvelope event, @Nullable RawEventRef raw) {
        return new AgentEventContext(
                event.eventId().toString(),
                event.eventType(),
                event.eventTime(),
                event.source().wire(),
                event.sourceEventType(),
                raw,
                event.data());
    }

    static ConversationContext conversation(EventEnvelope event) {
        return new ConversationContext(
                event.conversationId(),
                event.threadId(),
                event.launcherType(),
                event.launcherId(),
                event.botId(),
                event.workspaceId());
    }

    /** Returns the capabilities of the surface that the binding permits; a target other than that of the event accepts complete messages only. */
    private static DeliveryContext delivery(EventEnvelope event, DeliveryPolicy policy) {
        DeliveryContext delivery = event.delivery();
        DeliveryTarget target = policy.target();
        if (target != null) {
            return new DeliveryContext(target.surface(), null, false, false, false, null, Fields.object(null));
        }
        return new DeliveryContext(
                delivery.surface(),
                delivery.replyTarget(),
                delivery.supportsStreaming() && policy.streaming(),
                delivery.supportsEdit(),
                delivery.supportsReaction(),
                delivery.maxMessageSize(),
                delivery.platformCapabilities());
    }

    private static ContextAccess access(RunFacts facts) {
        RunContextAnswer stored = facts.stored();
        return new ContextAccess(
                facts.event().conversationId(),
                facts.event().threadId(),
                stored.latestCursor(),
                stored.eventSeq(),
                stored.transcriptSeq(),
                stored.hasHistoryBefore(),
                InlineContextPolicy.currentEvent(),
                facts.grant().apis());
    }

    /** The state scopes of a context: the four of the specification. */
    private static AgentRunState state(RunContextAnswer stored) {
        return new AgentRunState(
                stored.values(StateScope.CONVERSATION),
                stored.values(StateScope.ACTOR),
                stored.values(StateScope.SUBJECT),
                stored.values(StateScope.RUNNER));
    }

    private static AgentRuntimeContext runtime(RunFacts facts) {
        double deadlineAt = facts.deadlineAt().toEpochMilli() / 1000.0;
        return new AgentRuntimeContext(
                facts.langbotVersion(),
                facts.traceId(),
                deadlineAt,
                metadata(facts),
                StaticRefs.of(facts.binding(), facts.written()));
    }

    /**
     * Returns the metadata that LangBot's runners read, and the key under which a runner with sessions of its own stores this run's
     * session.
     */
    private static ObjectNode metadata(RunFacts facts) {
        EventEnvelope event = facts.event();
        BindingSnapshot binding = facts.binding();
        ActorContext actor = event.actor();
        return JsonNodeFactory.instance
                .objectNode()
                .put("workspace_id", event.workspaceId())
                .put("bot_id", event.botId())
                .put("binding_id", binding.bindingId())
                .put("agent_id", binding.agentId())
                .put("sender_id", actor == null ? null : actor.actorId())
                .put("sender_name", actor == null ? null : actor.actorName())
                .put("session_key", sessionKey(event, binding))
                .put(
                        "streaming_supported",
                        delivery(event, binding.deliveryPolicy()).supportsStreaming());
    }

    /** {@code workspace/bot/binding/runner/conversation/thread} (spec 003 §6), each part percent-encoded, an absent one empty. */
    private static String sessionKey(EventEnvelope event, BindingSnapshot binding) {
        return Stream.of(
                        event.workspaceId(),
                        event.botId(),
                        binding.bindingId(),
                        binding.runnerId().toString(),
                        Objects.requireNonNullElse(event.conversationId(), ""),
                        Objects.requireNonNullElse(event.threadId(), ""))
                .map(PercentEncoding::encode)
                .collect(Collectors.joining("/"));
    }
}
