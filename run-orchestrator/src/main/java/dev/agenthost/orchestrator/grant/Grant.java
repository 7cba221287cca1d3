package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.model.Model;
import dev.agenthost.orchestrator.tool.ToolDescriptor;
import dev.agenthost.orchestrator.tool.ToolSelection;
import dev.agenthost.orchestrator.wire.TruncatedText;
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
 * The rights of one run (spec 000 §4.4): manifest ∩ binding ∩ scope ∩ HostPolicy. A grant is frozen once and never computed again. The
 * run context contains it, and every call of the host API is checked against it.
 *
 * @param state the enabled scopes that have a subject in this event, each with its full key
 * @param enabledScopes the scopes that the policy enables, with or without a subject here
 * @param prompt the first messages of the configuration, as {@code get_prompt} returns them
 * @param agents ids of the agents that the run may delegate to
 * @param interactions true if the run may ask people: its runner declares the capability and the permission
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
        boolean interactions,
        List<String> agents,
        List<GrantedTool> tools) {
    public Grant {
        state = Map.copyOf(state);
        // In one order everywhere, for the digest.
        enabledScopes = Collections.unmodifiableSortedSet(new TreeSet<>(enabledScopes));
        prompt = Fields.list(prompt, "prompt");
        agents = Fields.list(agents, "agents");
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
                manifest.capabilities().interactions()
                        && manifest.permissions().interactions().contains("request"),
                DelegationAgents.granted(manifest.permissions(), binding.resourcePolicy()),
                List.of());
    }

    /** Adds the tools that were found for the run; they are frozen with the rest. */
    public Grant with(AgentRunnerPermissions request, ToolSelection selection) {
        return request.tools().isEmpty()
                ? this
                : new Grant(
                        GrantedTools.withDescriptors(resources, request.tools(), selection.tools()),
                        apis,
                        state,
                        enabledScopes,
                        conversationId,
                        threadId,
                        prompt,
                        interactions,
                        agents,
                        GrantedTools.sources(request.tools(), selection.tools()));
    }

    /** Returns the descriptor of a granted tool; empty if the tool is not granted. */
    public Optional<ToolDescriptor> tool(String name) {
        return GrantedTools.find(this, name);
    }

    /** Resolves a requested scope relative to the run; does not check that the run may read it. */
    public ScopeRef resolve(ScopeRequest request) {
        return request.from(conversationId, threadId);
    }

    /** Restricts files, skills and knowledge bases to those in context-store, with their stored properties. */
    public Grant restrictedTo(RunContextAnswer stored) {
        return withResources(KnownResources.of(resources, stored));
    }

    /** Narrows the models to those in the catalogue, with their properties in the catalogue. */
    public Grant restrictedTo(List<Model> catalogued) {
        return withResources(KnownModels.of(resources, catalogued));
    }

    Grant withResources(AgentResources narrowed) {
        return new Grant(
                narrowed, apis, state, enabledScopes, conversationId, threadId, prompt, interactions, agents, tools);
    }

    public static AccessDecision check(Grant grant, AccessRequest access) {
        return switch (access) {
            case AccessRequest.State request -> state(grant, request.scope());
            case AccessRequest.Storage request -> storage(grant, request.kind());
            case AccessRequest.History request -> scoped(grant, grant.apis().historyPage(), "History", request.scope());
            case AccessRequest.Search request ->
                scoped(grant, grant.apis().historySearch(), "History search", request.scope());
            case AccessRequest.Event request -> scoped(grant, grant.apis().eventGet(), "Event", request.scope());
            case AccessRequest.Events request -> scoped(grant, grant.apis().eventPage(), "Event", request.scope());
            case AccessRequest.Artifact request ->
                request.bytes()
                        ? flag(grant.apis().artifactRead(), "Artifact content")
                        : flag(grant.apis().artifactMetadata(), "Artifact");
            case AccessRequest.RawPayload request -> flag(RawPayloads.isGranted(grant.resources()), "Raw payload");
            case AccessRequest.Upload request ->
                flag(grant.apis().artifactMetadata() || grant.apis().artifactRead(), "Artifact upload");
            case AccessRequest.Prompt request -> flag(grant.apis().promptGet(), "Prompt");
            case AccessRequest.Interaction request -> flag(grant.interactions(), "Interaction");
            case AccessRequest.Runs request -> flag(grant.apis().runList(), "Run list");
            // A run that may delegate may also read and cancel the runs that it delegated to.
            case AccessRequest.CancelRun request ->
                flag(grant.apis().runCancel() || grant.apis().runDelegate(), "Run cancellation");
            case AccessRequest.RunEvents request ->
                flag(grant.apis().runEventsPage() || grant.apis().runDelegate(), "Run events");
            case AccessRequest.Delegation request ->
                flag(grant.agents().contains(request.agentId()), "Agent " + TruncatedText.name(request.agentId()));
            case AccessRequest.Timer request -> flag(grant.apis().timerSet(), "Timer");
            case AccessRequest.Steering request -> flag(grant.apis().steeringPull(), "Steering");
            case AccessRequest.Model request -> GrantedResources.check(grant.resources(), request);
            case AccessRequest.Tool request -> GrantedResources.check(grant.resources(), request);
            case AccessRequest.File request -> GrantedResources.check(grant.resources(), request);
            case AccessRequest.Knowledge request -> GrantedResources.check(grant.resources(), request);
        };
    }

    /** Returns the state keys in the order of the run context. */
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

    private static AccessDecision scoped(Grant grant, boolean granted, String what, ScopeRequest request) {
        HistoryReach needed = grant.resolve(request).needed();
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
