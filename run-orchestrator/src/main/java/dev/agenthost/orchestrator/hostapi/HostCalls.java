package dev.agenthost.orchestrator.hostapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.delegation.DelegationBudgets;
import dev.agenthost.orchestrator.delegation.DelegationService;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.audit.CallIntent;
import dev.agenthost.orchestrator.hostapi.dispatch.HostAction;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.outbound.BudgetedCalls;
import dev.agenthost.orchestrator.hostapi.outbound.ModelCalls;
import dev.agenthost.orchestrator.hostapi.outbound.ToolCalls;
import dev.agenthost.orchestrator.hostapi.read.ArtifactCalls;
import dev.agenthost.orchestrator.hostapi.read.EventCalls;
import dev.agenthost.orchestrator.hostapi.read.FileCalls;
import dev.agenthost.orchestrator.hostapi.read.HistoryCalls;
import dev.agenthost.orchestrator.hostapi.read.KnowledgeCalls;
import dev.agenthost.orchestrator.hostapi.read.PromptCalls;
import dev.agenthost.orchestrator.hostapi.read.SearchCalls;
import dev.agenthost.orchestrator.hostapi.run.DelegatedRuns;
import dev.agenthost.orchestrator.hostapi.run.DelegationCalls;
import dev.agenthost.orchestrator.hostapi.run.RunCalls;
import dev.agenthost.orchestrator.hostapi.run.RunEventCalls;
import dev.agenthost.orchestrator.hostapi.run.RunListCalls;
import dev.agenthost.orchestrator.hostapi.run.SteeringCalls;
import dev.agenthost.orchestrator.hostapi.run.TimerCalls;
import dev.agenthost.orchestrator.hostapi.write.StateCalls;
import dev.agenthost.orchestrator.hostapi.write.StorageCalls;
import dev.agenthost.orchestrator.lifecycle.CancellationRepository;
import dev.agenthost.orchestrator.lifecycle.SteeringRepository;
import dev.agenthost.orchestrator.run.RunLookup;
import dev.agenthost.orchestrator.run.RunOwnership;
import dev.agenthost.orchestrator.timer.TimerService;
import io.smallrye.mutiny.Uni;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Dispatches each action to its handler. HostApi has made the common checks; each handler checks grant and arguments. */
public final class HostCalls {
    private final InstantSource clock;
    private final StateCalls state;
    private final StorageCalls storage;
    private final HistoryCalls history;
    private final SearchCalls search;
    private final EventCalls events;
    private final ArtifactCalls artifacts;
    private final FileCalls files;
    private final RunCalls runs;
    private final RunListCalls runList;
    private final RunEventCalls runEvents;
    private final DelegationCalls delegations;
    private final TimerCalls timers;
    private final ModelCalls models;
    private final SteeringCalls steering;
    private final ToolCalls tools;
    private final KnowledgeCalls knowledge;
    private final BudgetedCalls budgeted;

    public HostCalls(
            ContextStore contextStore,
            RunLookup runLookup,
            CancellationRepository cancellations,
            SteeringRepository steering,
            ModelCalls models,
            ToolCalls tools,
            DelegationService delegations,
            DelegationBudgets budgets,
            TimerService timers,
            RunOwnership ownership,
            InstantSource clock) {
        this.clock = clock;
        this.state = new StateCalls(contextStore);
        this.storage = new StorageCalls(contextStore);
        this.history = new HistoryCalls(contextStore);
        this.search = new SearchCalls(contextStore);
        this.events = new EventCalls(contextStore);
        DelegatedRuns delegated = new DelegatedRuns(runLookup, delegations);
        this.artifacts = new ArtifactCalls(contextStore, delegated);
        this.files = new FileCalls(contextStore);
        this.runs = new RunCalls(runLookup, cancellations, delegated);
        this.runList = new RunListCalls(runLookup);
        this.runEvents = new RunEventCalls(contextStore, runs);
        this.delegations = new DelegationCalls(delegations);
        this.timers = new TimerCalls(timers);
        this.models = models;
        this.budgeted = new BudgetedCalls(budgets);
        this.steering = new SteeringCalls(steering, runLookup, ownership);
        this.tools = tools;
        this.knowledge = new KnowledgeCalls(contextStore);
    }

    /**
     * Returns the refusal of a call whose access is not granted, or whose scope or value is not permitted; empty if the call may go on.
     * Called before any rate is charged.
     */
    Optional<HostCallResponse> refusal(HostAction action, RunSession session, JsonNode data) {
        return switch (action) {
            case STATE_GET, STATE_SET, STATE_DELETE, STATE_LIST, STATE_APPLY -> state.fault(action, session, data);
            case SET_PLUGIN_STORAGE,
                    GET_PLUGIN_STORAGE,
                    DELETE_PLUGIN_STORAGE,
                    GET_PLUGIN_STORAGE_KEYS,
                    SET_WORKSPACE_STORAGE,
                    GET_WORKSPACE_STORAGE,
                    DELETE_WORKSPACE_STORAGE,
                    GET_WORKSPACE_STORAGE_KEYS,
                    SET_BINARY_STORAGE,
                    GET_BINARY_STORAGE,
                    DELETE_BINARY_STORAGE,
                    GET_BINARY_STORAGE_KEYS -> storage.fault(action, session, data);
            default ->
                CallRights.of(action, data)
                        .flatMap(access -> Grant.check(session.grant(), access) instanceof AccessDecision.Denied denied
                                ? Optional.of(HostCallResponse.denied(denied))
                                : Optional.empty());
        };
    }

    /** Serves the calls that need only this service and context-store. */
    Uni<HostCallResponse> dispatch(HostAction action, RunSession session, JsonNode data, CallIntent intent) {
        return switch (action) {
            case STATE_GET, STATE_SET, STATE_DELETE, STATE_LIST, STATE_APPLY ->
                state.call(action, session, data, intent);
            case SET_PLUGIN_STORAGE,
                    GET_PLUGIN_STORAGE,
                    DELETE_PLUGIN_STORAGE,
                    GET_PLUGIN_STORAGE_KEYS,
                    SET_WORKSPACE_STORAGE,
                    GET_WORKSPACE_STORAGE,
                    DELETE_WORKSPACE_STORAGE,
                    GET_WORKSPACE_STORAGE_KEYS,
                    SET_BINARY_STORAGE,
                    GET_BINARY_STORAGE,
                    DELETE_BINARY_STORAGE,
                    GET_BINARY_STORAGE_KEYS -> storage.call(action, session, data);
            case HISTORY_PAGE -> history.page(session, data);
            case HISTORY_SEARCH -> search.search(session, data);
            case EVENT_GET -> events.get(session, data);
            case EVENT_PAGE -> events.page(session, data);
            case ARTIFACT_METADATA -> artifacts.metadata(session, data);
            case ARTIFACT_READ -> artifacts.read(session, data);
            case ARTIFACT_UPLOAD_TOKEN -> artifacts.uploadToken(session);
            case GET_CONFIG_FILE -> files.read(session, data);
            case RUN_GET -> runs.get(session, data, clock.instant());
            case RUN_LIST -> runList.page(session, data, clock.instant());
            case RUN_CANCEL -> runs.cancel(session, data, clock.instant());
            case RUN_EVENTS_PAGE -> runEvents.page(session, data);
            case RUN_DELEGATE -> delegations.delegate(session, data);
            case TIMER_SET -> timers.set(session, data);
            case TIMER_CANCEL -> timers.cancel(session, data);
            case GET_TOOL_DETAIL -> Uni.createFrom().item(ToolCalls.detail(session.grant(), data));
            case RETRIEVE_KNOWLEDGE -> knowledge.retrieve(session, data);
            case GET_PROMPT -> Uni.createFrom().item(PromptCalls.get(session.grant()));
            default -> throw new IllegalStateException(action.wire() + " is not served");
        };
    }

    Uni<HostCallResponse> pull(RunSession session, JsonNode data, String operation, int mostBytes) {
        return steering.pull(session, data, operation, mostBytes, clock.instant());
    }

    void returnMessages(RunSession session, String operation) {
        steering.returnMessages(session, operation);
    }

    /** @param open true while this replica owns the run and the run is open */
    Uni<HostCallResponse> dispatchOutbound(HostAction action, RunSession session, JsonNode data, BooleanSupplier open) {
        return budgeted.call(
                action,
                session,
                data,
                () -> action == HostAction.CALL_TOOL
                        ? tools.call(session, data, open)
                        : models.call(action, session, data, open));
    }
}
