package dev.agenthost.bench.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.bench.graph.endpoint.ModelExchange;
import dev.agenthost.bench.graph.script.TaskArm;
import dev.agenthost.bench.graph.task.TaskCatalogue;
import dev.agenthost.bench.graph.task.TaskOutcome;
import dev.agenthost.bench.graph.task.TaskShape;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CaseRunTest {
    private static final String CASE = "chain-4.1";
    private static final TaskOutcome EXPECTED = TaskOutcome.of(TaskCatalogue.ofCase(CASE), CASE);

    @Test
    void expectedAnswerWithTheExpectedCallsHasNoFault() {
        assertThat(run(TaskArm.GRAPH, EXPECTED.answer(), 4, 1000).fault()).isEmpty();
    }

    @Test
    void anotherAnswerIsAFault() {
        assertThat(run(TaskArm.GRAPH, "RESULT none", 4, 1000).fault())
                .hasValueSatisfying(fault -> assertThat(fault).contains(CASE, "RESULT none", EXPECTED.answer()));
    }

    @Test
    void anotherNumberOfCallsIsAFault() {
        assertThat(run(TaskArm.GRAPH, EXPECTED.answer(), 5, 1000).fault())
                .hasValueSatisfying(fault -> assertThat(fault).contains("5 calls instead of 4"));
    }

    @Test
    void answerOfARealModelMayHaveOtherWordsButNeedsEachValue() {
        var value = EXPECTED.answer().substring("RESULT ".length());
        assertThat(run(TaskArm.GRAPH, "The result is **" + value + "**.", 4, 1000)
                        .hasValues())
                .isTrue();
        assertThat(run(TaskArm.GRAPH, "The result is " + value.substring(0, value.length() - 1) + ".", 4, 1000)
                        .hasValues())
                .isFalse();
        assertThat(run(TaskArm.GRAPH, "", 4, 1000).hasValues()).isFalse();
    }

    @Test
    void partsAreBoundedByTheRequestsToTheModel() {
        assertThat(run(TaskArm.GRAPH, EXPECTED.answer(), 4, 1000).betweenTurns())
                .isEqualTo(Duration.ofNanos(30));
    }

    @Test
    void timeIsComparedWithTwoOutputsAndTheLongestChain() {
        // 2 x 300 ms and four steps of 100 ms.
        var figures = new ShapeFigures(
                List.of(
                        run(TaskArm.GRAPH, EXPECTED.answer(), 4, 1100),
                        run(TaskArm.GRAPH, EXPECTED.answer(), 4, 1200),
                        run(TaskArm.GRAPH, EXPECTED.answer(), 4, 1500),
                        run(TaskArm.LOOP, EXPECTED.answer(), 4, 9000)),
                Duration.ofMillis(300));
        assertThat(figures.overCriticalPath(TaskArm.GRAPH)).isEqualTo(1.2);
        assertThat(figures.beyondCriticalPath()).isEqualTo(200);
        assertThat(figures.turns(TaskArm.GRAPH)).isEqualTo(2);
        assertThat(figures.shown(TaskArm.GRAPH)).isEqualTo(12);
        assertThat(figures.of(TaskShape.FAN_OUT).tasks()).isZero();
        assertThat(ShapeFigures.change(10, 2)).isEqualTo(-80);
    }

    private static CaseRun run(TaskArm arm, String answer, int calls, int millis) {
        return new CaseRun(
                CASE,
                TaskCatalogue.ofCase(CASE),
                arm,
                answer,
                "run.completed",
                -5,
                Duration.ofMillis(millis),
                List.of(new ModelExchange(0, 10, 5, 3), new ModelExchange(40, 50, 7, 4)),
                LongStream.rangeClosed(1, calls).map(i -> 10 + 5 * i).boxed().toList());
    }
}
