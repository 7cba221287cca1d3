package dev.agenthost.actiongraph.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.action.WriteConflicts;
import dev.agenthost.actiongraph.condition.Condition;
import dev.agenthost.actiongraph.condition.Evaluation;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.DecisionChoice;
import dev.agenthost.actiongraph.declaration.Declaration;
import dev.agenthost.actiongraph.policy.execution.ApprovalPolicy;
import dev.agenthost.actiongraph.policy.execution.BudgetPolicy;
import dev.agenthost.actiongraph.policy.execution.ExecutorEffects;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.protocol.json.UndecodableException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Properties of all histories of inputs, those that fit no action and crashes included. */
class GraphHistoryPropertyTest {
    private static final int ACTIONS = 8;
    private static final int INPUTS = 120;
    private static final int MAX_CALLS = 9;
    private static final int MAX_TOKENS = 40;
    private static final int TOKENS = 7;
    private static final List<String> MEMBERS = List.of(
            "",
            "'failure_policy':'continue'",
            "'failure_policy':'ask_model'",
            "'failure_policy':{'on_failure':'continue','retry':{'max_attempts':3,'delay_seconds':2}}",
            "'permission_policy':{'requires_approval':true},'failure_policy':'continue'",
            "'resources':{'writes':['r']},'failure_policy':'continue'",
            "'resources':{'writes':['r','s']},'failure_policy':'continue'",
            "'loop':{'for_each':'input:user.list','max_iterations':3,'max_parallel':2},'failure_policy':'continue'",
            "'loop':{'for_each':'input:user.list','max_iterations':3,'max_parallel':3},'failure_policy':{'on_failure':'continue','retry':{'max_attempts':2,'delay_seconds':1}}",
            "'loop':{'for_each':'input:user.list','max_iterations':3,'max_parallel':3},'resources':{'writes':['t']},'failure_policy':{'on_failure':'continue','retry':{'max_attempts':2,'delay_seconds':1}}",
            "'loop':{'until':'input:user.n > 1','max_iterations':3,'delay_seconds':1},'failure_policy':'continue'");

    @Property(tries = 100)
    void aStoredStateEqualsTheState(@ForAll long seed) {
        Case example = new Case(new Random(seed));
        example.play((before, input, step) ->
                assertThat(decoded(step.state(), example.graph)).isEqualTo(step.state()));
    }

    @Property(tries = 500)
    void everyGraphEndsWhateverTheInputs(@ForAll long seed) {
        Case example = new Case(new Random(seed));
        GraphState state = example.play((before, input, step) -> {});

        assertThat(example.drain(state).hasEnded()).isTrue();
    }

    @Property(tries = 500)
    void anEndedActionNeverChanges(@ForAll long seed) {
        new Case(new Random(seed))
                .play((before, input, step) -> before.actions().forEach((id, action) -> {
                    if (action.status().isTerminal()) {
                        assertThat(step.state().actions().get(id)).isEqualTo(action);
                    }
                }));
    }

    @Property(tries = 500)
    void noActionStartsBeforeItsDependenciesOrTwice(@ForAll long seed) {
        Case example = new Case(new Random(seed));
        Map<String, Set<String>> dependencies = example.graph.dependencies();
        Set<GraphEffect> started = new HashSet<>();
        example.play((before, input, step) -> starts(step).forEach(start -> {
            assertThat(started.add(start)).as(start.toString()).isTrue();
            assertThat(dependencies.get(start.actionId()))
                    .allMatch(id -> step.state().status(id).isTerminal());
        }));
    }

    @Property(tries = 500)
    void noEffectIsRepeatedWithoutADecisionOverAnyCrashes(@ForAll long seed) {
        Case example = new Case(new Random(seed));
        Map<String, Integer> open = new HashMap<>();
        example.play((before, input, step) -> {
            if (input instanceof GraphInput.Decided decided && decided.choice() == DecisionChoice.RETRY) {
                open.keySet().removeIf(key -> key.startsWith(decided.actionId() + "/"));
            }
            if (endOf(input) != null && !before.equals(step.state())) {
                open.remove(endOf(input));
            }
            starts(step)
                    .filter(start -> !example.isRepeatable(start.actionId()))
                    .forEach(start -> assertThat(open.put(start.actionId() + "/" + start.iteration(), start.attempt()))
                            .as(start + " has no recorded end before it")
                            .isNull());
        });
    }

    @Property(tries = 500)
    void writersOfOneResourceNeverRunAtOnce(@ForAll long seed) {
        Case example = new Case(new Random(seed));
        example.play((before, input, step) -> WriteConflicts.of(example.graph.actions())
                .forEach(conflict -> assertThat(
                                step.state().action(conflict.earlier()).isUnderWay()
                                        && step.state().action(conflict.later()).isUnderWay())
                        .as(conflict.toString())
                        .isFalse()));
    }

    @Property(tries = 500)
    void iterationsThatWriteOneResourceAreNeverUnderWayAtOnce(@ForAll long seed) {
        Case example = new Case(new Random(seed));
        example.play((before, input, step) -> example.graph.actions().stream()
                .filter(action -> !action.resources().writes().isEmpty())
                .forEach(action -> assertThat(step.state().action(action.id()).iterations().stream()
                                .filter(Iteration::isUnderWay)
                                .count())
                        .as(action.id())
                        .isLessThanOrEqualTo(1)));
    }

    @Property(tries = 500)
    void aBudgetIsExceededByNoMoreThanTheAttemptsInFlight(@ForAll long seed) {
        Case example = new Case(new Random(seed));
        example.play((before, input, step) -> {
            BudgetUsage usage = step.state().usage();
            assertThat(usage.calls()).isLessThanOrEqualTo(MAX_CALLS);
            assertThat(usage.tokens()).isLessThan(MAX_TOKENS + (long) ACTIONS * 3 * TOKENS);
            if (before.usage().tokens() >= MAX_TOKENS) {
                assertThat(starts(step)).isEmpty();
            }
            assertThat(step.state().running()).isLessThanOrEqualTo(example.parallelism);
        });
    }

    @Property(tries = 500)
    void aRepeatedInputStartsNothing(@ForAll long seed) {
        Case example = new Case(new Random(seed));
        example.play((before, input, step) -> {
            if (input instanceof GraphInput.Completed || input instanceof GraphInput.Approved) {
                assertThat(example.on(step.state(), input).effects()).isEmpty();
            }
        });
    }

    private static Stream<GraphEffect.Start> starts(GraphStep step) {
        return step.effects().stream()
                .filter(GraphEffect.Start.class::isInstance)
                .map(GraphEffect.Start.class::cast);
    }

    private static String endOf(GraphInput input) {
        return switch (input) {
            case GraphInput.Completed completed -> completed.actionId() + "/" + completed.iteration();
            case GraphInput.Failed failed -> failed.actionId() + "/" + failed.iteration();
            case GraphInput.Unreported unreported -> unreported.actionId() + "/" + unreported.iteration();
            default -> null;
        };
    }

    private static GraphState decoded(GraphState state, ActionGraph graph) {
        try {
            return GraphStateCodec.decode(GraphStateCodec.encode(state), graph);
        } catch (UndecodableException e) {
            throw new AssertionError(e);
        }
    }

    /** Observes one step. */
    private interface StepCheck {
        void check(GraphState before, GraphInput input, GraphStep step);
    }

    /** A random graph with random policies, and its inputs. */
    private static final class Case {
        private final Random random;
        private final ActionGraph graph;
        private final GraphScheduler scheduler;
        private final RuntimePolicy runtime;
        private final int parallelism;

        Case(Random random) {
            this.random = random;
            String actions = IntStream.range(0, ACTIONS)
                    .mapToObj(number -> Graphs.action(
                            "a" + number,
                            Stream.of(MEMBERS.get(random.nextInt(MEMBERS.size())), dependencies(number))
                                    .filter(members -> !members.isEmpty())
                                    .collect(Collectors.joining(","))))
                    .collect(Collectors.joining(","));
            Declaration declaration = Graphs.declaration(
                    random.nextBoolean() ? "" : "'conflict_resolution':'block','cancellation_policy':'finish',",
                    actions);
            this.graph = Graphs.graph(declaration);
            this.parallelism = 1 + random.nextInt(4);
            Map<String, ExecutorEffects> effects = new HashMap<>();
            IntStream.range(0, ACTIONS)
                    .filter(number -> random.nextBoolean())
                    .forEach(number -> effects.put("a" + number, ExecutorEffects.READ));
            this.runtime = new RuntimePolicy(
                    parallelism,
                    new BudgetPolicy(MAX_TOKENS, 60, null, MAX_CALLS, 4, null),
                    ApprovalPolicy.NONE,
                    effects);
            this.scheduler = new GraphScheduler(graph, declaration.envelope().policies(), runtime);
        }

        boolean isRepeatable(String id) {
            return runtime.effects().containsKey(id);
        }

        GraphStep on(GraphState state, GraphInput input) {
            return scheduler.on(state, input, new ResultFacts() {
                @Override
                public Evaluation evaluate(String actionId, int iteration, Condition condition) {
                    return new Evaluation.Decided(iteration == 1);
                }

                @Override
                public OptionalInt size(String actionId, Reference list) {
                    return OptionalInt.of(3);
                }
            });
        }

        GraphState play(StepCheck check) {
            GraphState state = GraphState.initial(graph);
            GraphInput input = new GraphInput.Begin();
            for (int i = 0; i < INPUTS; i++) {
                GraphStep step = on(state, input);
                check.check(state, input, step);
                state = step.state();
                input = next(state);
            }
            return state;
        }

        /** Answers everything that waits, until nothing does. */
        GraphState drain(GraphState from) {
            GraphState state = from;
            for (int round = 0; round < 100 && !state.hasEnded(); round++) {
                for (int number = 0; number < ACTIONS; number++) {
                    String id = "a" + number;
                    for (int iteration = 0; iteration < 4; iteration++) {
                        state = on(state, new GraphInput.RetryDue(id, iteration))
                                .state();
                        state = on(state, new GraphInput.Completed(id, iteration, 0, AttemptUsage.NONE))
                                .state();
                    }
                    state = on(state, new GraphInput.Approved(id, "ann")).state();
                    state = on(state, new GraphInput.Decided(id, DecisionChoice.SKIP))
                            .state();
                }
            }
            return state;
        }

        private GraphInput next(GraphState state) {
            String id = "a" + random.nextInt(ACTIONS + 1);
            int iteration = random.nextInt(4) - (random.nextInt(20) == 0 ? 1 : 0);
            AttemptUsage usage = new AttemptUsage(random.nextInt(TOKENS), BigDecimal.valueOf(random.nextInt(50), 2));
            return switch (random.nextInt(60)) {
                case 0 -> new GraphInput.Begin();
                case 1, 2, 3 -> crash(state);
                case 4 -> random.nextInt(6) == 0 ? new GraphInput.Cancel() : crash(state);
                case 5 -> random.nextInt(6) == 0 ? new GraphInput.DeadlineReached() : crash(state);
                case 6, 7 -> new GraphInput.Lost(id, iteration, random.nextInt(3));
                case 8, 9, 10 -> new GraphInput.Suspended(id, iteration, 0, suspension());
                case 11, 12, 13, 14 -> new GraphInput.Approved(id, "ann");
                case 15 -> new GraphInput.Denied(id, "bob");
                case 16, 17, 18, 19 -> new GraphInput.Decided(id, choice());
                case 20, 21, 22, 23, 24, 25, 26, 27 -> new GraphInput.RetryDue(id, iteration);
                case 28, 29 -> new GraphInput.Unreported(id, iteration, random.nextInt(3), usage);
                case 30, 31, 32, 33, 34, 35 -> new GraphInput.Failed(id, iteration, random.nextInt(3), usage);
                default -> new GraphInput.Completed(id, iteration, random.nextInt(3), usage);
            };
        }

        /** The first attempt that runs is lost. */
        private static GraphInput crash(GraphState state) {
            return state.actions().entrySet().stream()
                    .flatMap(action -> IntStream.range(
                                    0, action.getValue().iterations().size())
                            .filter(number ->
                                    action.getValue().iterations().get(number).status() == ActionStatus.RUNNING)
                            .mapToObj(number -> (GraphInput) new GraphInput.Lost(
                                    action.getKey(),
                                    number,
                                    action.getValue().iterations().get(number).attempts())))
                    .findFirst()
                    .orElseGet(GraphInput.Begin::new);
        }

        private Suspension suspension() {
            return switch (random.nextInt(3)) {
                case 0 -> Suspension.PERSON;
                case 1 -> Suspension.ASSIGNMENT;
                default -> Suspension.timer(Duration.ofMillis(random.nextInt(10_000)));
            };
        }

        private DecisionChoice choice() {
            return random.nextInt(12) == 0
                    ? DecisionChoice.ABORT
                    : List.of(DecisionChoice.RETRY, DecisionChoice.SKIP, DecisionChoice.CONTINUE)
                            .get(random.nextInt(3));
        }

        private String dependencies(int number) {
            return IntStream.range(0, number)
                    .filter(other -> random.nextInt(4) == 0)
                    .mapToObj(other -> "'a" + other + "'")
                    .collect(
                            Collectors.collectingAndThen(Collectors.joining(","), ids -> "'depends_on':[" + ids + "]"));
        }
    }
}
