package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.grant.reach.NamedPlace;
import dev.agenthost.orchestrator.grant.reach.Place;
import dev.agenthost.orchestrator.grant.reach.Reach;
import dev.agenthost.orchestrator.model.catalogue.Model;
import dev.agenthost.orchestrator.tool.ToolFacts;
import dev.agenthost.orchestrator.tool.ToolFindings;
import dev.agenthost.protocol.context.ContextApiCapabilities;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.field.Fields;
import dev.agenthost.protocol.resource.AgentResources;
import dev.agenthost.protocol.resource.StorageResource;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateScopeKey;
import dev.agenthost.protocol.store.storage.StorageKind;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What one run may use (spec 000 §4.4): manifest ∩ binding ∩ scope ∩ what the host serves. Frozen once; the context shows it and
 * every host API call is checked against it, and nothing computes it again.
 *
 * @param state the scopes that are enabled and have a subject in this event, each with its full key
 * @param enabledScopes the scopes that the policy enables, with or without a subject here
 * @param prompt the messages that the configuration begins with, as {@code get_prompt} answers them
 * @param tools what stands behind the tools that {@code resources} names
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

    /** With the tools that were found for it: frozen as the rest, though somebody had to be asked for them. */
    public Grant with(AgentRunnerPermissions asked, ToolFindings found) {
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

    /** What is known of a granted tool; empty where it is not granted. */
    public Optional<ToolFacts> tool(String name) {
        return GrantedTools.find(this, name);
    }

    /** What a place that is named is to the run; whether it may look there is another question. */
    public Place seen(NamedPlace asked) {
        return asked.from(conversationId, threadId);
    }

    /** Narrowed to what is there of the files and skills that it names, and with what is known of them. */
    public Grant knowing(RunContextAnswer stored) {
        return narrowed(KnownResources.of(resources, stored));
    }

    /** Narrowed to those of the models that it names that are in the catalogue, with what that says of them. */
    public Grant knowing(List<Model> catalogued) {
        return narrowed(KnownModels.of(resources, catalogued));
    }

    Grant narrowed(AgentResources narrower) {
        return new Grant(narrower, apis, state, enabledScopes, conversationId, threadId, prompt, tools);
    }

    public static Check check(Grant grant, Access access) {
        return switch (access) {
            case Access.State asked -> state(grant, asked.scope());
            case Access.Storage asked -> storage(grant, asked.kind());
            case Access.History asked -> there(grant, grant.apis().historyPage(), "History", asked.place());
            case Access.Search asked -> there(grant, grant.apis().historySearch(), "History search", asked.place());
            case Access.Event asked -> there(grant, grant.apis().eventGet(), "Event", asked.place());
            case Access.Events asked -> there(grant, grant.apis().eventPage(), "Event", asked.place());
            case Access.Artifact asked ->
                asked.bytes()
                        ? flag(grant.apis().artifactRead(), "Artifact content")
                        : flag(grant.apis().artifactMetadata(), "Artifact");
            case Access.RawPayload asked -> flag(RawPayloads.isGranted(grant.resources()), "Raw payload");
            case Access.Upload asked ->
                flag(grant.apis().artifactMetadata() || grant.apis().artifactRead(), "Artifact upload");
            case Access.Prompt asked -> flag(grant.apis().promptGet(), "Prompt");
            case Access.Runs asked -> flag(grant.apis().runList(), "Run list");
            case Access.CancelRun asked -> flag(grant.apis().runCancel(), "Run cancellation");
            case Access.RunEvents asked -> flag(grant.apis().runEventsPage(), "Run events");
            case Access.Steering asked -> flag(grant.apis().steeringPull(), "Steering");
            case Access.Model asked -> GrantedResources.check(grant.resources(), asked);
            case Access.Tool asked -> GrantedResources.check(grant.resources(), asked);
            case Access.File asked -> GrantedResources.check(grant.resources(), asked);
            case Access.Knowledge asked -> GrantedResources.check(grant.resources(), asked);
        };
    }

    /** In the order in which the run context shows them. */
    public List<StateScopeKey> stateKeys() {
        return state.values().stream()
                .sorted(java.util.Comparator.comparing(StateScopeKey::scope))
                .toList();
    }

    private static Check state(Grant grant, StateScope scope) {
        if (!grant.apis().state()) {
            return new Check.Denied(FailureCode.UNAUTHORIZED, "State access not authorized for this agent run");
        }
        if (!grant.enabledScopes().contains(scope)) {
            return new Check.Denied(FailureCode.UNAUTHORIZED, "State scope " + scope.wire() + " is not enabled");
        }
        return grant.state().containsKey(scope)
                ? new Check.Allowed()
                : new Check.Denied(
                        FailureCode.NOT_FOUND, "State scope " + scope.wire() + " has no subject in this event");
    }

    private static Check storage(Grant grant, StorageKind kind) {
        StorageResource storage = grant.resources().storage();
        return switch (kind) {
            case PLUGIN -> flag(grant.apis().storage() && storage.pluginStorage(), "Plugin storage");
            case WORKSPACE -> flag(grant.apis().storage() && storage.workspaceStorage(), "Workspace storage");
        };
    }

    private static Check there(Grant grant, boolean granted, String what, NamedPlace asked) {
        Reach needed = grant.seen(asked).needed();
        if (!granted || Reach.of(grant.resources()).covers(needed)) {
            return flag(granted, what);
        }
        return new Check.Denied(
                FailureCode.UNAUTHORIZED,
                needed == Reach.BOT ? "This conversation is not accessible" : "This thread is not accessible");
    }

    static Check flag(boolean granted, String what) {
        return granted
                ? new Check.Allowed()
                : new Check.Denied(FailureCode.UNAUTHORIZED, what + " access not authorized for this agent run");
    }
}
