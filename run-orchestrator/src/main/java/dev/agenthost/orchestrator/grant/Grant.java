package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.model.Model;
import dev.agenthost.orchestrator.tool.ToolDescriptor;
import dev.agenthost.orchestrator.tool.ToolSelection;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.context.ContextApiCapabilities;
import dev.agenthost.protocol.context.StorageResource;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateScopeKey;
import dev.agenthost.protocol.store.state.StorageKind;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The rights of one run (spec 000 §4.4): manifest ∩ binding ∩ scope ∩ HostPolicy. A grant is frozen once and never computed again; the
 * context shows it, and every host API call is checked against it.
 *
 * @param state the enabled scopes that have a subject in this event, each with its full key
 * @param enabledScopes the scopes that the policy enables, with or without a subject here
 * @param prompt the first messages of the configuration, as {@code get_prompt} answers them
 * @param tools the tools behind the names in {@code resources}
 */
public record Grant(
        AgentResources resources,
        ContextApiCapabilities apis,
        Map<StateScope, StateScopeKey> state,
        Set<StateScope> enabledScopes,
        @Nullable String conversationId,
        @Nullable String threadId,
        List<JsonNode> prompt,
        List<GrantedTool> tools) {
    public Grant {
        state = Map.copyOf(state);
        // In one order everywhere, for the digest.
        enabledScopes = Collections.unmodifiableSortedSet(new TreeSet<>(enabledScopes));
        prompt = Fields.list(prompt, "prompt");
        tools = Fields.list(tools, "tools");
    }

    public static Grant freeze(
            AgentRunnerManifest manifest, BindingSnapshot binding, EventEnvelope event, HostPolicy host) {
        Map<StateScope, StateScopeKey> state = StateScopes.resolve(binding, event);
        ConfigSelectors chosen = ConfigSelectors.of(manifest, binding);
        return new Grant(
                GrantedResources.of(manifest.permissions(), binding.resourcePolicy(), chosen, event),
                GrantedApis.of(
                        manifest.permissions(),
                        binding.resourcePolicy(),
                        event,
                        !state.isEmpty(),
                        !chosen.prompt().isEmpty(),
                        manifest.capabilities().steering() && binding.turnPolicy() == TurnPolicy.STEER,
                        host),
                state,
                StateScopes.enabled(binding),
                event.conversationId(),
                event.threadId(),
                chosen.prompt(),
                List.of());
    }

    /** Adds the tools that were found for the run; they are frozen with the rest. */
    public Grant with(AgentRunnerPermissions asked, ToolSelection found) {
        return asked.tools().isEmpty()
                ? this
                : new Grant(
                        GrantedTools.shown(resources, asked.tools(), found.tools()),
                        apis,
                        state,
                        enabledScopes,
                        conversationId,
                        threadId,
                        prompt,
                        GrantedTools.behind(asked.tools(), found.tools()));
    }

    /** Returns the descriptor of a granted tool; empty if the tool is not granted. */
    public Optional<ToolDescriptor> tool(String name) {
        return GrantedTools.find(this, name);
    }

    /** Resolves a requested place relative to the run; does not check that the run may read there. */
    public ScopeRef seen(ScopeRequest asked) {
        return asked.from(conversationId, threadId);
    }

    /** Narrowed to what is there of the files and skills that it names, and with what is known of them. */
    public Grant knowing(RunContextAnswer stored) {
        return narrowed(KnownResources.of(resources, stored));
    }

    /** Narrows the models to those in the catalogue, with the catalogue's facts. */
    public Grant knowing(List<Model> catalogued) {
        return narrowed(KnownModels.of(resources, catalogued));
    }

    Grant narrowed(AgentResources narrower) {
        return new Grant(narrower, apis, state, enabledScopes, conversationId, threadId, prompt, tools);
    }

    public static AccessDecision check(Grant grant, AccessRequest access) {
        return switch (access) {
            case AccessRequest.State asked -> state(grant, asked.scope());
            case AccessRequest.Storage asked -> storage(grant, asked.kind());
            case AccessRequest.History asked -> there(grant, grant.apis().historyPage(), "History", asked.place());
            case AccessRequest.Search asked ->
                there(grant, grant.apis().historySearch(), "History search", asked.place());
            case AccessRequest.Event asked -> there(grant, grant.apis().eventGet(), "Event", asked.place());
            case AccessRequest.Events asked -> there(grant, grant.apis().eventPage(), "Event", asked.place());
            case AccessRequest.Artifact asked ->
                asked.bytes()
                        ? flag(grant.apis().artifactRead(), "Artifact content")
                        : flag(grant.apis().artifactMetadata(), "Artifact");
            case AccessRequest.RawPayload asked -> flag(RawPayloads.isGranted(grant.resources()), "Raw payload");
            case AccessRequest.Upload asked ->
                flag(grant.apis().artifactMetadata() || grant.apis().artifactRead(), "Artifact upload");
            case AccessRequest.Prompt asked -> flag(grant.apis().promptGet(), "Prompt");
            case AccessRequest.Runs asked -> flag(grant.apis().runList(), "Run list");
            case AccessRequest.CancelRun asked -> flag(grant.apis().runCancel(), "Run cancellation");
            case AccessRequest.RunEvents asked -> flag(grant.apis().runEventsPage(), "Run events");
            case AccessRequest.Steering asked -> flag(grant.apis().steeringPull(), "Steering");
            case AccessRequest.Model asked -> GrantedResources.check(grant.resources(), asked);
            case AccessRequest.Tool asked -> GrantedResources.check(grant.resources(), asked);
            case AccessRequest.File asked -> GrantedResources.check(grant.resources(), asked);
            case AccessRequest.Knowledge asked -> GrantedResources.check(grant.resources(), asked);
        };
    }

    /** In the order in which the run context shows them. */
    public List<StateScopeKey> stateKeys() {
        return state.values().stream()
                .sorted(java.util.Comparator.comparing(StateScopeKey::scope))
                .toList();
    }

    private static AccessDecision state(Grant grant, StateScope scope) {
        if (!grant.apis().state()) {
            return new AccessDecision.Denied(
                    FailureCode.UNAUTHORIZED, "State access not authorized for this agent run");
        }
        if (!grant.enabledScopes().contains(scope)) {
            return new AccessDecision.Denied(
                    FailureCode.UNAUTHORIZED, "State scope " + scope.wire() + " is not enabled");
        }
        return grant.state().containsKey(scope)
                ? new AccessDecision.Allowed()
                : new AccessDecision.Denied(
                        FailureCode.NOT_FOUND, "State scope " + scope.wire() + " has no subject in this event");
    }

    private static AccessDecision storage(Grant grant, StorageKind kind) {
        StorageResource storage = grant.resources().storage();
        return switch (kind) {
            case PLUGIN -> flag(grant.apis().storage() && storage.pluginStorage(), "Plugin storage");
            case WORKSPACE -> flag(grant.apis().storage() && storage.workspaceStorage(), "Workspace storage");
        };
    }

    private static AccessDecision there(Grant grant, boolean granted, String what, ScopeRequest asked) {
        HistoryReach needed = grant.seen(asked).needed();
        if (!granted || HistoryReach.of(grant.resources()).covers(needed)) {
            return flag(granted, what);
        }
        return new AccessDecision.Denied(
                FailureCode.UNAUTHORIZED,
                needed == HistoryReach.BOT ? "This conversation is not accessible" : "This thread is not accessible");
    }

    static AccessDecision flag(boolean granted, String what) {
        return granted
                ? new AccessDecision.Allowed()
                : new AccessDecision.Denied(
                        FailureCode.UNAUTHORIZED, what + " access not authorized for this agent run");
    }
}
