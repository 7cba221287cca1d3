package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.sdk.RunCancelledException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests a tool that fails, with each failure policy, and the end of a graph by its time. */
class FailurePolicyTest {
    private final PlannerHost host = new PlannerHost();

    FailurePolicyTest() {
        host.tools.put("fails", input -> {
            return PlannerHost.toolError("tool_broken: no");
        });
        host.tools.put("works", input -> TextNode.valueOf("fine"));
    }

    @Test
    void aFailureAbortsItsGraphAndTheModelIsTold() throws Exception {
        host.says(graph("{}", "[\"a\"]")).says("it failed");

        List<ResultPayload> results = host.emit("go");

        assertThat(host.toolCalls).containsExactly("fails {}");
        assertThat(host.transcript(1)).contains("Status: failed", "tool.failed: tool_broken: no", "Status: canceled");
        assertThat(PlannerHost.messages(results)).containsExactly("it failed");
    }

    @Test
    void continueGoesOnWithTheOtherActions() throws Exception {
        host.says(graph("{\"on_failure\":\"continue\"}", "[]")).says("half of it");

        host.emit("go");

        assertThat(host.toolCalls).containsExactlyInAnyOrder("fails {}", "works {}");
        assertThat(host.transcript(1)).contains("Status: completed", "fine", "tool.failed");
    }

    @Test
    void aRetrySucceeds() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        host.tools.put("fails", input -> {
            if (attempts.incrementAndGet() < 3) {
                return PlannerHost.toolError("tool_broken: no");
            }
            return TextNode.valueOf("third time");
        });
        host.says(graph("{\"retry\":{\"max_attempts\":3,\"delay_seconds\":0}}", "[\"a\"]"))
                .says("done");

        host.emit("go");

        assertThat(host.toolCalls).containsExactly("fails {}", "fails {}", "fails {}", "works {}");
        assertThat(host.transcript(1)).contains("third time", "fine").doesNotContain("tool.failed");
    }

    @Test
    void anAttemptThatFailedBeforeTheBudgetWasExhaustedKeepsItsReason() throws Exception {
        host.tools.put(
                "fails", input -> PlannerHost.json("{'content':[{'type':'text','text':'not yet'}],'is_error':true}"));
        host.says(block("""
                        {"type":"agent.protocol","version":"1","intent":"execute","budget_policy":{"max_calls":2},
                        "payload":{"type":"action_graph","actions":[
                        {"type":"action","id":"a","executor":{"type":"tool","target":"fails"},"args":{},
                        "failure_policy":{"retry":{"max_attempts":4,"delay_seconds":0}}}]}}""")).says("no");

        host.emit("go");

        assertThat(host.toolCalls).hasSize(2);
        assertThat(host.transcript(1))
                .contains("Status: canceled", "action.budget: The budget of the graph is exhausted.")
                .contains("The last attempt had failed: not yet")
                .doesNotContain("The action had begun");
    }

    @ParameterizedTest
    @CsvSource({"'', false", "'\"side_effects\":[\"read\"],', false", "'\"side_effects\":[\"send\"],', true"})
    void anInterruptedActionMayHaveHadTheEffectsOfRegistryAndDeclaration(String declared, boolean mayHaveEffect)
            throws Exception {
        host.config = PlannerHost.json("{'executors':[{'type':'tool','name':'works','effects':['read']}]}");
        host.tools.put("works", input -> {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(10));
            throw new RunCancelledException(RunCancelledException.Reason.CANCELLED);
        });
        host.says(block("""
                        {"type":"agent.protocol","version":"1","intent":"execute","budget_policy":{"max_seconds":1},
                        "payload":{"type":"action_graph","actions":[{"type":"action","id":"a",%s
                        "executor":{"type":"tool","target":"works"},"args":{}}]}}""".formatted(declared))).says("no");

        host.emit("go");

        assertThat(host.transcript(1))
                .contains("action.deadline")
                .matches(text -> text.contains("The action had begun, and may have had its effect.") == mayHaveEffect);
    }

    @Test
    void aGraphWhoseRunIsInterruptedHasALastLineInTheLog() throws Exception {
        Thread run = Thread.currentThread();
        host.tools.put("works", input -> {
            run.interrupt();
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(10));
            return TextNode.valueOf("too late");
        });
        host.declares("{'kind':'act','calls':[{'id':'a','type':'tool','name':'works'}]}");

        List<String> lines = GraphLogLines.during(() -> {
            assertThatThrownBy(() -> host.emit("go")).isInstanceOf(InterruptedException.class);
            return Thread.interrupted();
        });

        assertThat(lines).last().asString().contains(" is interrupted ");
    }

    @Test
    void aResultThatIsAnErrorOfTheToolIsAFailure() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        host.tools.put(
                "fails",
                input -> attempts.incrementAndGet() < 2
                        ? PlannerHost.json("{'content':[{'type':'text','text':'try later'}],'is_error':true}")
                        : TextNode.valueOf("second time"));
        host.says(graph("{\"retry\":{\"max_attempts\":2,\"delay_seconds\":0}}", "[\"a\"]"))
                .says("done");

        host.emit("go");

        assertThat(host.toolCalls).containsExactly("fails {}", "fails {}", "works {}");
        assertThat(host.transcript(1)).contains("second time");

        host.says(graph("{}", "[\"a\"]")).says("it failed");
        attempts.set(0);
        host.emit("again");
        assertThat(host.transcript(3)).contains("tool.failed: try later");
    }

    @Test
    void aFailureOfTheRuntimeHasItsReason() throws Exception {
        host.says(block("""
                        {"type":"agent.protocol","version":"1","intent":"execute","payload":{"type":"action_graph","actions":[
                        {"type":"action","id":"a","executor":{"type":"tool","target":"works"},"args":{}},
                        {"type":"action","id":"b","executor":{"type":"tool","target":"works"},"args":{},"depends_on":["a"],
                        "condition":"action:a.output.count < 5"},
                        {"type":"action","id":"c","executor":{"type":"tool","target":"works"},"args":{},"depends_on":["b"]}]}}""")).says("no count");

        host.emit("go");

        assertThat(host.transcript(1))
                .contains("Reason: action.undecided: The condition compares a value that does not exist.")
                .contains("Reason: action.abort: A failure or a decision ended the graph.");
    }

    @Test
    void askModelBlocksTheGraphUntilTheModelDecides() throws Exception {
        host.says(graph("{\"on_failure\":\"ask_model\"}", "[]"));
        host.outputs.add(PlannerHost.output(""));
        host.says("skipped it");

        host.emitDeciding(
                "go",
                runId -> block("{\"type\":\"agent.protocol\",\"version\":\"1\",\"intent\":\"decide\","
                        + "\"payload\":{\"run_id\":\"" + runId + "\",\"action_id\":\"a\",\"decision\":\"skip\"}}"));

        assertThat(host.transcript(1)).contains("Status: blocked", "An action needs your decision");
        assertThat(host.transcript(2)).contains("Status: skipped");
        assertThat(host.toolCalls).containsExactlyInAnyOrder("fails {}", "works {}");
    }

    @Test
    void aDecisionAboutAGraphThatHasEndedChangesNothing() throws Exception {
        host.declares("{'kind':'act','calls':[{'id':'a','type':'tool','name':'works'}]}");
        host.outputs.add(PlannerHost.output(""));
        host.says("it was done already");

        host.emitDeciding(
                "go",
                runId -> block("{\"type\":\"agent.protocol\",\"version\":\"1\",\"intent\":\"decide\","
                        + "\"payload\":{\"run_id\":\"" + runId + "\",\"action_id\":\"a\",\"decision\":\"retry\"}}"));

        assertThat(host.toolCalls).hasSize(1);
        assertThat(host.transcript(2)).contains("Status: completed");
    }

    @Test
    void aListLoopCallsItsToolForEachElement() throws Exception {
        host.tools.put("works", input -> TextNode.valueOf(input.path("n") + "@" + input.path("i")));
        host.tools.put("list", input -> PlannerHost.json("{'items':[5,6,7]}").path("items"));
        host.says(block("{\"type\":\"agent.protocol\",\"version\":\"1\",\"intent\":\"execute\","
                        + "\"payload\":{\"type\":\"action_graph\",\"actions\":["
                        + "{\"type\":\"action\",\"id\":\"l\",\"executor\":{\"type\":\"tool\",\"target\":\"list\"},\"args\":{}},"
                        + "{\"type\":\"action\",\"id\":\"a\",\"executor\":{\"type\":\"tool\",\"target\":\"works\"},"
                        + "\"loop\":{\"for_each\":\"action:l.output\",\"max_iterations\":3,\"max_parallel\":2},"
                        + "\"args\":{\"n\":\"loop:item\",\"i\":\"loop:index\"},"
                        + "\"result_policy\":{\"return_to_model\":\"full\"}}]}}"))
                .says("done");

        host.emit("go");

        assertThat(host.toolCalls)
                .containsExactlyInAnyOrder(
                        "list {}", "works {\"n\":5,\"i\":0}", "works {\"n\":6,\"i\":1}", "works {\"n\":7,\"i\":2}");
        assertThat(host.transcript(1)).containsSubsequence("5@0", "6@1", "7@2");
    }

    @Test
    void aConditionTestsResultsAndStatusAtTheMomentOfItsAction() throws Exception {
        host.says(block("{\"type\":\"agent.protocol\",\"version\":\"1\",\"intent\":\"execute\","
                        + "\"payload\":{\"type\":\"action_graph\",\"actions\":["
                        + "{\"type\":\"action\",\"id\":\"a\",\"executor\":{\"type\":\"tool\",\"target\":\"works\"},\"args\":{}},"
                        + "{\"type\":\"action\",\"id\":\"no\",\"executor\":{\"type\":\"tool\",\"target\":\"works\"},"
                        + "\"args\":{\"is\":\"skipped\"},\"condition\":\"action:a.output == 'bad'\"},"
                        + "{\"type\":\"action\",\"id\":\"yes\",\"executor\":{\"type\":\"tool\",\"target\":\"works\"},"
                        + "\"args\":{\"is\":\"run\"},"
                        + "\"condition\":\"action:a.output == 'fine' and action:no.status == 'skipped'\"}]}}"))
                .says("done");

        host.emit("go");

        assertThat(host.toolCalls).containsExactly("works {}", "works {\"is\":\"run\"}");
    }

    @Test
    void anErrorOfTheProcessEndsTheRunAtOnce() {
        host.tools.put("works", input -> {
            throw new StackOverflowError("too deep");
        });
        host.declares("{'kind':'act','calls':[{'id':'a','type':'tool','name':'works'}]}");

        assertThatThrownBy(() -> host.emit("go")).hasRootCauseMessage("too deep");
    }

    @Test
    void anActionThatWasNotExecutedHasItsReason() throws Exception {
        host.says(graph("{}", "[\"a\"]")).says("it failed");
        host.emit("go");
        assertThat(host.transcript(1))
                .containsSubsequence(
                        "### Result for a",
                        "tool.failed",
                        "### Result for b",
                        "A failure or a decision ended the graph.");

        host.says(graph("{\"on_failure\":\"continue\"}", "[\"a\"]")).says("it was skipped");
        host.emit("again");
        assertThat(host.transcript(3))
                .containsSubsequence(
                        "### Result for b", "Status: skipped", "An action that this one depends on has no result.");
    }

    @Test
    void aFailedGraphReturnsItsCompletedResultsUnlessItDeclaresTheStatusAlone() throws Exception {
        host.tools.put("works", input -> TextNode.valueOf("the result"));
        String failing = graph("{}", "[]").replace("\"id\":\"a\"", "\"id\":\"a\",\"depends_on\":[\"b\"]");
        host.says(failing).says("it failed");
        host.emit("go");
        assertThat(host.transcript(1)).contains("the result");

        host.says(failing.replace("\"payload\"", "\"partial_results\":\"status_only\",\"payload\""))
                .says("it failed");
        host.emit("again");
        assertThat(host.transcript(3))
                .containsSubsequence("### Result for b", "Status: completed")
                .doesNotContain("the result");
    }

    @Test
    void aToolThatReportsAFailureHasFailed() throws Exception {
        host.tools.put(
                "refuse", input -> PlannerHost.json("{'content':[{'type':'text','text':'no paper'}],'is_error':true}"));
        host.block("{'kind':'act','calls':[{'id':'print','type':'tool','name':'refuse','args':{}}]}");

        host.emit("go");

        assertThat(host.transcript(1)).contains("Status: failed", "no paper");
    }

    @Test
    void actionsEndWithTheTimeOfTheRun() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        host.config.put("max-seconds", 1);
        host.tools.put("works", input -> {
            try {
                never.await();
            } catch (InterruptedException interrupted) {
                throw PlannerHost.refused("interrupted");
            }
            return TextNode.valueOf("never");
        });
        host.declares("{'kind':'act','calls':[{'id':'a','type':'tool','name':'works'}]}")
                .says("it took too long");

        List<ResultPayload> results = host.emit("go");

        assertThat(PlannerHost.messages(results)).containsExactly("it took too long");
        assertThat(host.transcript(1)).contains("The time of the run is over.", "No further action can be executed.");
    }

    /** Action {@code a} fails; action {@code b} works. */
    private static String graph(String failurePolicy, String dependsOfB) {
        return block("{\"type\":\"agent.protocol\",\"version\":\"1\",\"intent\":\"execute\","
                + "\"payload\":{\"type\":\"action_graph\",\"actions\":["
                + "{\"type\":\"action\",\"id\":\"a\",\"executor\":{\"type\":\"tool\",\"target\":\"fails\"},\"args\":{},"
                + "\"failure_policy\":" + failurePolicy + "},"
                + "{\"type\":\"action\",\"id\":\"b\",\"executor\":{\"type\":\"tool\",\"target\":\"works\"},\"args\":{},"
                + "\"depends_on\":" + dependsOfB + "}]}}");
    }

    private static String block(String json) {
        return "```agent-protocol\n" + json + "\n```\n";
    }
}
