package dev.agenthost.runners.actiongraph;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.store.state.StateChange;
import dev.agenthost.protocol.store.state.StateKeys;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateValue;
import dev.agenthost.sdk.HistoryRequest;
import dev.agenthost.sdk.harness.ScriptedHostApi;
import dev.agenthost.sdk.host.AgentApiException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A host with one model, whose outputs are scripted in their order, and with tools that are functions of the test. */
final class PlannerHost extends ScriptedHostApi {
    final Map<String, Function<JsonNode, JsonNode>> tools = new ConcurrentHashMap<>();
    final Deque<ObjectNode> outputs = new ArrayDeque<>();
    /** The requests to the model, in order. */
    final List<ObjectNode> requests = new CopyOnWriteArrayList<>();
    /** The inputs of the called tools, in order. */
    final List<String> toolCalls = new CopyOnWriteArrayList<>();

    /** Agents: of the text of a task, the status and the results of its run. */
    final Map<String, Function<String, ObjectNode>> agents = new ConcurrentHashMap<>();
    /** The agents and their tasks, in order. */
    final List<String> tasks = new CopyOnWriteArrayList<>();

    /** The delegated runs by their names; an agent without an answer runs on. */
    final Map<String, String> delegations = new ConcurrentHashMap<>();
    /** The arguments of each delegation, by its action. */
    final Map<String, ObjectNode> delegating = new ConcurrentHashMap<>();

    /** The usages of the runs, in order. */
    final List<JsonNode> usages = new CopyOnWriteArrayList<>();

    /** The tokens that the model reports for each output. */
    int tokens = 2;
    /** The timers by their names, and their delays in seconds. */
    final Map<String, Long> timers = new ConcurrentHashMap<>();
    /** The names of the timers that have fired. */
    final Set<String> fired = ConcurrentHashMap.newKeySet();
    /** The cancelled runs. */
    final List<String> cancelledRuns = new CopyOnWriteArrayList<>();

    /** The calls on which the steps of a run wait, by their names on the wire, in order. */
    final List<String> runCalls = new CopyOnWriteArrayList<>();
    /** The calls of the cleanup beside them. */
    final List<String> besideCalls = new CopyOnWriteArrayList<>();

    /** The earlier messages of the conversation, the newest first. */
    final List<TranscriptItem> history = new ArrayList<>();

    private final Map<String, ObjectNode> delegated = new ConcurrentHashMap<>();
    boolean mayDelegate = true;

    /** Agents of the configuration that the policy does not name. */
    final Set<String> deniedAgents = new HashSet<>();

    boolean hasTimers = true;
    boolean readsRuns;
    String surface = "api";

    @Nullable
    String actor = "u1";

    ObjectNode config = json("{'prompt':'Be kind.'}");
    boolean streaming = true;
    boolean hasState = true;
    /** True if the model cannot be asked when no output is left. */
    boolean dies;

    boolean storeFails;
    /** The host's words when it stores no more values of the conversation; null if it has room. */
    @Nullable
    String fullScope;
    /** Called with the changes of a transaction before the host makes them. */
    Consumer<List<StateChange>> beforeApply = changes -> {};

    /** Called with the id of the delegated run before the host answers about it. */
    Consumer<String> beforeRunGet = run -> {};

    /** True if the context names the keys of the state, and not its values. */
    boolean omitsState;

    /** True for a result that the process dies with. */
    Predicate<ResultPayload> deadly = result -> false;

    String event = "e1";
    Instant deadline = Instant.now().plusSeconds(600);
    private int attempts;
    private @Nullable Function<String, String> deciding;

    /** Runs one event with that text. */
    List<ResultPayload> emit(String text) throws Exception {
        List<ResultPayload> results = new CopyOnWriteArrayList<>();
        emitInto(results, text);
        return results;
    }

    /** Adds a message before the earlier ones of the conversation. */
    void remembers(String role, String text) {
        String id = "t" + history.size();
        history.add(new TranscriptItem(
                id, id, null, null, role, "message", text, null, List.of(), null, null, null, json("{}")));
    }

    /** Runs one event whose results are added. */
    void emitInto(List<ResultPayload> results, String text) throws Exception {
        new ActionGraphAgent()
                .run(
                        context(json("{'contents':[]}").put("text", text)),
                        new CollectedOutput(results, usages, deadly),
                        this);
    }

    /** The host refuses a value of the state that has more than 256 KiB. */
    private static void fits(JsonNode value) {
        if (ProtocolCodec.encode(value).length > 256 * 1024) {
            throw refused("payload_too_large");
        }
    }

    private void record(String action) {
        (Thread.currentThread().getName().equals("journal-cleanup") ? besideCalls : runCalls).add(action);
    }

    @Override
    public HistoryPage historyPage(HistoryRequest request) {
        record("history_page");
        return history.isEmpty() ? super.historyPage(request) : new HistoryPage(history, null, null, false, null);
    }

    @Override
    public Optional<JsonNode> stateGet(StateScope scope, String key) {
        record("state_get");
        return super.stateGet(scope, key);
    }

    @Override
    public StateValue stateRead(StateScope scope, String key) {
        record("state_get");
        return super.stateRead(scope, key);
    }

    @Override
    public StateKeys stateList(StateScope scope, @Nullable String prefix, int limit) {
        record("state_list");
        return super.stateList(scope, prefix, limit);
    }

    @Override
    public boolean stateDelete(StateScope scope, String key) {
        record("state_delete");
        return super.stateDelete(scope, key);
    }

    @Override
    public void stateSet(StateScope scope, String key, JsonNode value) {
        record("state_set");
        fits(value);
        checkRoom();
        checkStore();
        super.stateSet(scope, key, value);
    }

    @Override
    public boolean stateApply(StateScope scope, List<StateChange> changes) {
        record("state_apply");
        beforeApply.accept(changes);
        changes.stream().map(StateChange::value).filter(Objects::nonNull).forEach(PlannerHost::fits);
        if (changes.stream().anyMatch(change -> !change.isDeletion())) {
            checkRoom();
        }
        checkStore();
        return super.stateApply(scope, changes);
    }

    private void checkRoom() {
        if (fullScope != null) {
            throw new AgentApiException(FailureCode.PAYLOAD_TOO_LARGE, fullScope);
        }
    }

    private void checkStore() {
        if (storeFails) {
            throw new IllegalStateException("the store is gone");
        }
    }

    /** Runs the event of a response to a question. */
    List<ResultPayload> respond(String interactionId, String button) throws Exception {
        return respond(interactionId, button, "{}");
    }

    /** Runs the event of a response to a question, with values of its fields. */
    List<ResultPayload> respond(String interactionId, String button, String values) throws Exception {
        List<ResultPayload> results = new CopyOnWriteArrayList<>();
        ObjectNode input = json("{'text':'I have answered.','contents':[]}");
        input.putObject("interaction")
                .put("interaction_id", interactionId)
                .put("action_id", button)
                .set("values", json(values));
        ObjectNode context = contextOf(input);
        ((ObjectNode) context.path("event")).put("event_id", interactionId + button + values);
        new ActionGraphAgent()
                .run(read(context, AgentRunContext.class), new CollectedOutput(results, usages, deadly), this);
        return results;
    }

    /** Runs the event of the host that a delegated run has ended. */
    List<ResultPayload> delegationCompleted(String name) throws Exception {
        return hostEvent("delegation.completed", "delegation_id", name);
    }

    /** Runs the event of the host that a timer is due. */
    List<ResultPayload> timerFired(String name) throws Exception {
        fired.add(name);
        timers.remove(name);
        return hostEvent("timer.fired", "timer_id", name);
    }

    /** A run of its own, without an actor. */
    private List<ResultPayload> hostEvent(String type, String field, String name) throws Exception {
        actor = null;
        List<ResultPayload> results = new CopyOnWriteArrayList<>();
        ObjectNode context = contextOf(json("{'contents':[]}"));
        ObjectNode event = (ObjectNode) context.path("event");
        event.put("event_id", name + attempts)
                .put("event_type", type)
                .putObject("data")
                .put(field, name);
        new ActionGraphAgent()
                .run(read(context, AgentRunContext.class), new CollectedOutput(results, usages, deadly), this);
        return results;
    }

    /** Ends a delegated run with one message. */
    void answerOf(String run, String text) {
        delegated.put(run, answered(text));
    }

    /** Ends a delegated run with one message, after it has used that much. */
    void answerOf(String run, String text, int tokens, int calls) {
        delegated.put(run, answered(text, tokens, calls));
    }

    /** Runs one event; the second output of the model is made of the id of the run in the observation before. */
    List<ResultPayload> emitDeciding(String text, Function<String, String> decision) throws Exception {
        return emitReplying(text, "run_id: ", id -> decision.apply(id.replace("`", "")));
    }

    /** Runs one event; the second output of the model is made of the line in the observation before that has the label. */
    List<ResultPayload> emitReplying(String text, String label, Function<String, String> reply) throws Exception {
        deciding = transcript -> reply.apply(transcript
                .lines()
                .filter(line -> line.startsWith(label))
                .findFirst()
                .orElseThrow()
                .substring(label.length()));
        return emit(text);
    }

    /** The next output of the model is text alone. */
    PlannerHost says(String text) {
        outputs.add(output(text));
        return this;
    }

    /** The next output of the model calls {@code AgentProtocolOutput}. */
    PlannerHost declares(String arguments) {
        return calls("", "AgentProtocolOutput", arguments);
    }

    /** The next output of the model has text and one native call. */
    PlannerHost calls(String text, String name, String arguments) {
        ObjectNode output = output(text);
        addCall(output, "c1", name, arguments);
        outputs.add(output);
        return this;
    }

    /** The provider stops the last scripted output at its limit of tokens. */
    PlannerHost cut() {
        outputs.getLast().put("finish_reason", "length");
        return this;
    }

    /** The next output of the model is a fenced block. */
    PlannerHost block(String declaration) {
        return says("```agent-protocol\n" + declaration.replace('\'', '"') + "\n```");
    }

    /** A run that has ended with one message. */
    static ObjectNode answered(String text) {
        return json("{'status':'completed','items':[{'type':'message.completed','data':{'message':{'content':'" + text
                + "'}}},{'type':'run.completed','data':{'finish_reason':'stop'}}]}");
    }

    /** A run that has ended with one message, after it has used that much. */
    static ObjectNode answered(String text, int tokens, int calls) {
        ObjectNode run = answered(text);
        run.putObject("usage").put("tokens", tokens).put("model_calls", 1).put("calls", calls);
        return run;
    }

    static ObjectNode output(String text) {
        ObjectNode output = json("{'message':{'role':'assistant'},'usage':{'total_tokens':2}}");
        ((ObjectNode) output.path("message")).put("content", text);
        return output;
    }

    static void addCall(ObjectNode output, String id, String name, String arguments) {
        ObjectNode call =
                ((ObjectNode) output.path("message")).withArray("tool_calls").addObject();
        call.put("id", id).put("type", "function").putObject("function").put("name", name);
        ((ObjectNode) call.path("function")).put("arguments", arguments.replace('\'', '"'));
    }

    /** The text of the transcript in a request. */
    String transcript(int request) {
        return requests.get(request).at("/messages/1/content").asText();
    }

    String instructions() {
        return requests.getFirst().at("/messages/0/content").asText();
    }

    /** The messages, also that of the end of the run. */
    static List<String> messages(List<ResultPayload> results) {
        return results.stream()
                .map(result -> switch (result) {
                    case MessageCompleted completed -> completed.message();
                    case RunCompleted completed -> completed.message();
                    default -> null;
                })
                .filter(Objects::nonNull)
                .map(Message::plainText)
                .toList();
    }

    /** The stored graphs that have not ended. */
    List<String> openGraphs() {
        return state.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("action_graph.run."))
                .filter(entry -> !entry.getValue().path("has_ended").asBoolean())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The questions to people. */
    static List<ActionRequested> questions(List<ResultPayload> results) {
        return results.stream()
                .filter(ActionRequested.class::isInstance)
                .map(ActionRequested.class::cast)
                .filter(action -> action.action().equals(InteractionRequest.ACTION))
                .toList();
    }

    static List<String> deltas(List<ResultPayload> results) {
        return results.stream()
                .filter(MessageDelta.class::isInstance)
                .map(result -> ((MessageDelta) result).chunk().plainText())
                .toList();
    }

    /** Everything that the person sees. */
    static String shown(List<ResultPayload> results) {
        return String.join("", deltas(results)) + String.join("", messages(results));
    }

    static @Nullable RunFailed failure(List<ResultPayload> results) {
        return results.getLast() instanceof RunFailed failed ? failed : null;
    }

    /** An answer of a tool that reports its failure. */
    static ObjectNode toolError(String text) {
        ObjectNode result = json("{'is_error':true}");
        result.putArray("content").addObject().put("type", "text").put("text", text);
        return result;
    }

    static AgentApiException refused(String code) {
        return new AgentApiException(new AgentApiError(code, "no", false, json("{}")));
    }

    /** Each attempt of a run has an id of its own. */
    private AgentRunContext context(ObjectNode input) {
        return read(contextOf(input), AgentRunContext.class);
    }

    private String delegationAgents() {
        Stream<String> named = config.path("agents")
                .valueStream()
                .map(agent ->
                        agent.isTextual() ? agent.asText() : agent.path("id").asText());
        Stream<String> tasked = config.path("executors").valueStream().map(executor -> executor.path("agent")
                .asText());
        String ids = Stream.concat(named, tasked)
                .filter(id -> !id.isEmpty() && !deniedAgents.contains(id))
                .distinct()
                .map(id -> "'" + id + "'")
                .collect(Collectors.joining(","));
        return mayDelegate && !ids.isEmpty() ? "'delegation_agents':[" + ids + "]" : "";
    }

    private ObjectNode contextOf(ObjectNode input) {
        ObjectNode context = json("{'run_id':'r" + ++attempts
                + "','trigger':{'type':'message.received','source':'api'},"
                + "'event':{'event_id':'" + event + "','event_type':'message.received','source':'api'},"
                + "'delivery':{'surface':'" + surface + "'},'context':{'inline_policy':{'mode':'current_event'},"
                + "'available_apis':{'history_page':true,'run_get':true,'run_list':" + readsRuns + ",'state':"
                + hasState + ",'run_delegate':"
                + mayDelegate + ",'timer_set':" + hasTimers + "}},"
                + "'runtime':{'deadline_at':" + deadline.getEpochSecond() + ",'metadata':{'streaming_supported':"
                + streaming + "}},"
                + "'resources':{'models':[{'model_id':'m1','operations':['invoke','stream']}],'tools':["
                + tools.keySet().stream()
                        .sorted()
                        .map(name -> "{'tool_name':'" + name
                                + "','description':'d','operations':['detail','call'],'parameters':{'type':'object'}}")
                        .collect(Collectors.joining(","))
                + "],'platform_capabilities':{" + delegationAgents() + "}}}");
        if (omitsState) {
            ArrayNode omitted = ((ObjectNode) context.at("/runtime/metadata")).putArray("left_out");
            state.keySet().forEach(key -> omitted.add("state.conversation." + key));
        } else {
            context.putObject("state").putObject("conversation").setAll(state);
        }
        context.set("input", input);
        context.set("config", config);
        if (actor != null) {
            context.putObject("actor").put("actor_type", "user").put("actor_id", actor);
        }
        return context;
    }

    @Override
    public ObjectNode call(String action, ObjectNode data) {
        record(action);
        return switch (action) {
            case "invoke_llm" -> next(data);
            case "call_tool" -> {
                String tool = data.path("tool_name").asText();
                toolCalls.add(tool + " " + data.path("parameters"));
                ObjectNode result = json("{}");
                result.set("result", tools.get(tool).apply(data.path("parameters")));
                yield result;
            }
            case "run_delegate" -> delegate(data);
            case "timer_set" -> timer(data);
            case "timer_cancel" ->
                json("{}").put("cancelled", timers.remove(data.path("timer_id").asText()) != null);
            case "run_cancel" -> {
                cancelledRuns.add(data.path("target_run_id").asText());
                yield json("{'run_id':'child','status':'running'}");
            }
            case "run_events_page" -> delegated.get(data.path("target_run_id").asText());
            case "run_get" -> {
                beforeRunGet.accept(data.path("target_run_id").asText());
                ObjectNode run = delegated.get(data.path("target_run_id").asText());
                if (run == null) {
                    yield super.call(action, data);
                }
                ObjectNode view = json("{'run_id':'child'}")
                        .put("status", run.path("status").asText());
                ObjectNode metadata = view.putObject("metadata");
                metadata.set("usage", run.path("usage"));
                metadata.set("outcome", run.path("outcome"));
                yield view;
            }
            default -> super.call(action, data);
        };
    }

    private ObjectNode delegate(ObjectNode data) {
        String agent = data.path("agent_id").asText();
        if (!agents.containsKey(agent)) {
            throw refused("unauthorized");
        }
        String task = data.at("/input/text").asText();
        String name = data.path("delegation_id").asText();
        String run = delegations.get(name);
        if (run == null) {
            tasks.add(agent + " " + task);
            run = "child-" + name.split("/")[1];
            delegating.put(name.split("/")[1], data.deepCopy());
            delegations.put(name, run);
            delegated.put(run, json("{'status':'running','items':[]}"));
            ObjectNode ended = agents.get(agent).apply(task);
            if (ended != null) {
                delegated.put(run, ended);
            }
        }
        return json("{}").put("run_id", run);
    }

    private ObjectNode timer(ObjectNode data) {
        String name = data.path("timer_id").asText();
        if (fired.contains(name)) {
            return json("{}");
        }
        long seconds = timers.computeIfAbsent(
                name, unknown -> data.path("delay_seconds").asLong());
        return json("{}").put("due_at", System.currentTimeMillis() / 1000.0 + seconds);
    }

    /** Streams word by word, and each native call in two chunks. */
    @Override
    public void stream(String action, ObjectNode data, Consumer<ObjectNode> chunks) {
        record(action);
        ObjectNode output = next(data);
        for (String word : output.at("/message/content").asText("").split("(?<= )")) {
            chunk(chunks, word, null);
        }
        for (JsonNode call : output.at("/message/tool_calls")) {
            String arguments = call.at("/function/arguments").asText();
            ObjectNode first = call.deepCopy();
            ((ObjectNode) first.path("function")).put("arguments", arguments.substring(0, arguments.length() / 2));
            ObjectNode rest = json("{'function':{}}").put("id", call.path("id").asText());
            ((ObjectNode) rest.path("function")).put("arguments", arguments.substring(arguments.length() / 2));
            chunk(chunks, "", first);
            chunk(chunks, "", rest);
        }
        if (output.has("dies")) {
            throw refused(output.path("dies").asText());
        }
        ObjectNode end = json("{'usage':{'total_tokens':" + tokens + "}}");
        chunks.accept(output.has("finish_reason") ? end.set("finish_reason", output.path("finish_reason")) : end);
    }

    private ObjectNode next(ObjectNode request) {
        if (dies && outputs.isEmpty()) {
            throw new IllegalStateException("the model is gone");
        }
        requests.add(request.deepCopy());
        ObjectNode output = outputs.isEmpty() ? output("nothing more is scripted") : outputs.remove();
        if (deciding != null && requests.size() == 2) {
            return output(deciding.apply(transcript(1)));
        }
        return output;
    }

    private static void chunk(Consumer<ObjectNode> chunks, String text, @Nullable ObjectNode call) {
        if (text.isEmpty() && call == null) {
            return;
        }
        ObjectNode chunk = json("{'chunk':{'role':'assistant'}}");
        ObjectNode part = (ObjectNode) chunk.path("chunk");
        part.put("content", text);
        if (call != null) {
            part.putArray("tool_calls").add(call);
        }
        chunks.accept(chunk);
    }
}
