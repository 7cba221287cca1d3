package dev.agenthost.actiongraph.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.condition.Evaluation;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Declaration;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.graph.GraphEffect;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.actiongraph.graph.GraphScheduler;
import dev.agenthost.actiongraph.graph.GraphState;
import dev.agenthost.actiongraph.graph.GraphStep;
import dev.agenthost.actiongraph.markdown.VisibleText;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** A model may write anything: it is read without an exception, and nothing outside of the grammar is ever executed. */
class CarrierFuzzTest {
    private static final String CALL = "\n%%\n";
    private static final Pattern ID = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,63}");
    /** Part of each element, tag of a transcript and block of the protocol. */
    private static final Pattern PROTOCOL =
            Pattern.compile("node-request|tool_call|<turn|agent-protocol", Pattern.CASE_INSENSITIVE);

    private static final Set<String> TOOLS = Set.of("read", "grep");
    private static final Set<String> AGENTS = Set.of("reviewer", "auto");

    private final CarrierReader reader = new CarrierReader(
            new ReferenceScope(Set.of(), Set.of("user"), Set.of("report"), Set.of("call_7"), Set.of("run_1")),
            ExecutorNames.of(TOOLS, Set.of("reviewer")));

    @FuzzTest(maxDuration = "10s")
    void nothingOutsideOfTheGrammarIsExecuted(FuzzedDataProvider input) {
        boolean isComplete = input.consumeBoolean();
        // The text, then each native call: its name, a line feed and its arguments.
        List<String> parts = Arrays.asList(input.consumeRemainingAsString().split(CALL, -1));
        List<NativeToolCall> calls =
                parts.stream().skip(1).map(CarrierFuzzTest::call).toList();
        AssistantMessage message = new AssistantMessage(parts.getFirst(), calls, isComplete);

        switch (reader.read(message)) {
            case CarrierResult.Declared declared -> {
                assertThat(isComplete).isTrue();
                assertOrigin(declared.origin(), message);
                assertGrammar(declared.declaration());
            }
            case CarrierResult.Answer answer -> {
                if (answer.kind() == CarrierResult.AnswerKind.TEXT) {
                    assertVisible(answer.text(), message.text());
                }
            }
            case CarrierResult.ProtocolError error ->
                assertThat(error.message()).isNotBlank();
        }
    }

    /** The words of an answer are those of the model, without the elements of the protocol. */
    private static void assertVisible(String words, String text) {
        assertThat(words).isEqualTo(VisibleText.of(text));
        if (!PROTOCOL.matcher(text).find()) {
            assertThat(words).isEqualTo(text);
        }
    }

    private static NativeToolCall call(String part) {
        int end = part.indexOf('\n');
        return end < 0
                ? new NativeToolCall(part, "")
                : new NativeToolCall(part.substring(0, end), part.substring(end + 1));
    }

    private static void assertOrigin(CarrierOrigin origin, AssistantMessage message) {
        List<String> names =
                message.toolCalls().stream().map(NativeToolCall::name).toList();
        switch (origin) {
            case NATIVE_CALL -> assertThat(names).containsExactly(NativeToolCall.PROTOCOL_OUTPUT);
            case FENCED_BLOCK -> {
                assertThat(names).isEmpty();
                assertThat(message.text()).contains("agent-protocol");
            }
            case RECOVERED_TOOL_CALL -> assertThat(TOOLS).containsAll(names);
            case RECOVERED_TEXT_CALL -> assertThat(names).isEmpty();
        }
    }

    private static void assertGrammar(Declaration declaration) {
        if (!(declaration.payload() instanceof ActionGraph graph)) {
            return;
        }
        assertThat(graph.actions()).hasSizeLessThanOrEqualTo(ActionGraph.MAX_ACTIONS);
        assertThat(graph.actions())
                .extracting(Action::id)
                .doesNotHaveDuplicates()
                .allMatch(ID.asMatchPredicate());
        for (Action action : graph.actions()) {
            if (action.executor() != null && action.executor().type() == ExecutorType.TOOL) {
                assertThat(action.executor().isAuto()
                                || TOOLS.contains(action.executor().target()))
                        .isTrue();
            }
            if (action.executor() != null && action.executor().type() == ExecutorType.AGENT) {
                assertThat(AGENTS).contains(action.executor().target());
            }
            if (action.loop() != null) {
                assertThat(action.loop().maxIterations()).isBetween(1, 100);
            }
        }
        assertThat(execute(declaration, graph)).isTrue();
    }

    /** Executes the graph with executors that complete at once; returns true if it ends. Each start is after its dependencies. */
    private static boolean execute(Declaration declaration, ActionGraph graph) {
        GraphScheduler scheduler =
                new GraphScheduler(graph, declaration.envelope().policies(), 4);
        GraphState state = GraphState.initial(graph);
        Set<GraphEffect> started = new HashSet<>();
        Deque<GraphInput> inputs = new ArrayDeque<>(List.of(new GraphInput.Begin()));
        while (!inputs.isEmpty()) {
            GraphStep step = scheduler.on(state, inputs.remove(), condition -> new Evaluation.Decided(true));
            state = step.state();
            for (GraphEffect effect : step.effects()) {
                if (effect instanceof GraphEffect.Start start) {
                    GraphState at = state;
                    assertThat(started.add(start)).isTrue();
                    assertThat(graph.dependencies().get(start.actionId()))
                            .allMatch(id -> at.status(id).isTerminal());
                    inputs.add(new GraphInput.Completed(start.actionId()));
                } else if (effect instanceof GraphEffect.AskApproval question) {
                    inputs.add(new GraphInput.Approved(question.actionId(), "ann"));
                }
            }
        }
        return state.hasEnded() || state.count(ActionStatus.BLOCKED) > 0;
    }
}
