package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the graphs that wait for agents and times: the run ends, and an event of the host starts one that goes on. */
class WaitingTest {
    private static final String TWO_AGENTS = """
            {'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':[
             {'type':'action','id':'look','executor':{'type':'tool','target':'look'},'args':{}},
             {'type':'action','id':'one','description':'First.','executor':{'type':'agent','target':'researcher'}},
             {'type':'action','id':'two','description':'Second.','executor':{'type':'agent','target':'researcher'}},
             {'type':'action','id':'both','executor':{'type':'tool','target':'note'},
              'args':{'one':'action:one.output','two':'action:two.output','seen':'action:look.output'}}]}}""";

    private final PlannerHost host = new PlannerHost();

    @BeforeEach
    void configure() {
        host.config = PlannerHost.json("{'agents':['researcher'],'max-wait-seconds':0}");
        host.tools.put("look", input -> TextNode.valueOf("a tower"));
        host.tools.put("note", input -> TextNode.valueOf("noted"));
        host.agents.put("researcher", task -> null);
    }

    @Test
    void theRunEndsWhileAgentsWorkAndTheLastEventGoesOnWithAllResults() throws Exception {
        host.block(TWO_AGENTS);
        assertThat(finish(host.emit("which colour?"))).isEqualTo("waiting");
        assertThat(host.toolCalls).containsExactly("look {}");
        assertThat(host.tasks).hasSize(2);

        host.answerOf("child-one", "It is red.");
        List<ResultPayload> first = host.delegationCompleted(name("one"));

        assertThat(finish(first)).isEqualTo("waiting");
        assertThat(PlannerHost.shown(first)).isEmpty();
        host.answerOf("child-two", "It is high.");
        host.says("red and high");
        List<ResultPayload> last = host.delegationCompleted(name("two"));

        assertThat(PlannerHost.messages(last)).containsExactly("red and high");
        assertThat(host.toolCalls)
                .containsExactly(
                        "look {}", "note {\"one\":\"It is red.\",\"two\":\"It is high.\",\"seen\":\"a tower\"}");
        assertThat(host.tasks).as("nobody is asked twice").hasSize(2);
        assertThat(host.transcript(1)).contains("which colour?", "It is red.", "noted", "Status: completed");
        assertThat(host.timers).as("the timer of the deadline is removed").isEmpty();
        assertThat(host.openGraphs()).isEmpty();
    }

    @Test
    void aRepeatedAndALateEventChangeNothingAndSayNothing() throws Exception {
        host.block(TWO_AGENTS);
        host.emit("which colour?");
        host.answerOf("child-one", "It is red.");
        host.delegationCompleted(name("one"));
        String stored = entry();

        List<ResultPayload> repeated = host.delegationCompleted(name("one"));

        assertThat(PlannerHost.shown(repeated)).isEmpty();
        assertThat(entry()).isEqualTo(stored);
        host.answerOf("child-two", "It is high.");
        host.says("done");
        host.delegationCompleted(name("two"));
        List<ResultPayload> late = host.delegationCompleted(name("two"));

        assertThat(finish(late)).isEqualTo("stop");
        assertThat(PlannerHost.shown(late)).isEmpty();
        assertThat(host.requests).hasSize(2);
        assertThat(host.toolCalls).hasSize(2);
        assertThat(host.openGraphs()).isEmpty();
    }

    @Test
    void anEndThatTheHostTellsWhileTheRunIsAboutToEndIsNotLost() throws Exception {
        host.beforeRunGet = run -> {
            sleep(200);
            host.answerOf(run, "It is red.");
        };
        host.block(TWO_AGENTS).says("done");

        assertThat(finish(host.emit("which colour?"))).isEqualTo("stop");
        assertThat(host.tasks).hasSize(2);
        assertThat(host.timers).isEmpty();
        assertThat(host.openGraphs()).isEmpty();
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aQuickAgentIsAwaitedWithinTheRun() throws Exception {
        host.config.put("max-wait-seconds", 5);
        host.agents.put("researcher", task -> PlannerHost.answered("It is red."));
        host.block(TWO_AGENTS).says("done");

        assertThat(finish(host.emit("which colour?"))).isEqualTo("stop");
        assertThat(host.timers).isEmpty();
        assertThat(host.openGraphs()).isEmpty();
    }

    @Test
    void aRunThatDiesBetweenTheTaskAndItsRecordAsksNobodyTwice() throws Exception {
        AtomicBoolean dies = new AtomicBoolean(true);
        host.agents.put("researcher", task -> {
            if (dies.getAndSet(false)) {
                throw new IllegalStateException("the process dies");
            }
            return null;
        });
        host.block(TWO_AGENTS
                .replace("'payload'", "'persist':true,'payload'")
                .replace("'type':'tool','target':'look'},'args':{}", "'type':'runtime','target':'merge'},'input':{}"));
        assertThatThrownBy(() -> host.emit("which colour?")).hasMessage("the process dies");

        assertThat(finish(host.emit("which colour?"))).isEqualTo("waiting");

        assertThat(host.tasks).as("nobody is asked twice").hasSize(2);
        assertThat(host.delegations.keySet()).hasSize(2).allMatch(name -> name.endsWith("/0/1"));
        assertThat(entry()).doesNotContain("unknown_outcome");
    }

    @Test
    void aRepeatedEventOfABlockedGraphSaysNothing() throws Exception {
        host.tools.put("note", input -> {
            return PlannerHost.toolError("broken: no");
        });
        host.block(TWO_AGENTS
                .replace("'target':'note'}", "'target':'note'},'failure_policy':{'on_failure':'ask_model'}")
                .replace("'payload'", "'persist':true,'payload'"));
        host.emit("which colour?");
        host.answerOf("child-one", "It is red.");
        host.answerOf("child-two", "It is high.");
        host.says("it is blocked");
        host.delegationCompleted(name("one"));

        List<ResultPayload> late = host.delegationCompleted(name("two"));

        assertThat(PlannerHost.shown(late)).isEmpty();
        assertThat(host.requests).hasSize(2);
    }

    @Test
    void aRunThatGoesOnHasTheResultsOfTheEarlierGraphsOfItsRequest() throws Exception {
        host.tools.put("look", input -> TextNode.valueOf("a tower of " + "stones ".repeat(4_000)));
        host.block("{'type':'agent.protocol','version':'1','intent':'execute','title':'Look first','payload':{"
                + "'type':'action_graph','actions':["
                + "{'type':'action','id':'look','executor':{'type':'tool','target':'look'},'args':{}}]}}");
        host.outputs.add(PlannerHost.output(""));
        List<ResultPayload> first = host.emitReplying("what is it?", "run_id: ", run -> {
            String id = run.replace("`", "");
            return "```agent-protocol\n"
                    + ("{'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph',"
                                    + "'actions':[{'type':'action','id':'ask','description':'Count.',"
                                    + "'executor':{'type':'agent','target':'researcher'}},"
                                    + "{'type':'action','id':'note','executor':{'type':'tool','target':'note'},"
                                    + "'args':{'count':'action:ask.output','seen':'runtime://" + id
                                    + "/actions/look/status','whole':'artifact://" + id + ".look.0.1'}}]}}")
                            .replace('\'', '"')
                    + "\n```";
        });
        assertThat(finish(first)).isEqualTo("waiting");
        host.answerOf("child-ask", "Three.");
        host.says("done");

        List<ResultPayload> results = host.delegationCompleted(name("ask"));

        assertThat(PlannerHost.messages(results)).containsExactly("done");
        assertThat(host.toolCalls.getLast())
                .startsWith("note {\"count\":\"Three.\",\"seen\":\"completed\",\"whole\":\"a tower of stones");
        assertThat(host.transcript(2))
                .containsSubsequence("what is it?", "Look first", "### Result for look", "### Result for ask");
        assertThat(host.openGraphs()).isEmpty();
    }

    @Test
    void aLongWaitIsATimerOfTheHost() throws Exception {
        host.block(wait(600)).says("it is time");
        assertThat(finish(host.emit("later"))).isEqualTo("waiting");
        assertThat(host.timers).containsEntry(name("pause") + "/timer", 600L);

        List<ResultPayload> results = host.timerFired(name("pause") + "/timer");

        assertThat(PlannerHost.messages(results)).containsExactly("it is time");
        assertThat(host.transcript(1)).contains("\"waited_seconds\": 600");
        assertThat(host.openGraphs()).isEmpty();
    }

    @Test
    @Timeout(20)
    void aFiredTimerEndsItsWaitEvenIfTheRunMaySetNone() throws Exception {
        host.block(wait(600)).says("it is time");
        host.emit("later");
        host.hasTimers = false;

        List<ResultPayload> results = host.timerFired(name("pause") + "/timer");

        assertThat(PlannerHost.messages(results)).containsExactly("it is time");
    }

    @Test
    void aLongDelayBeforeARetryIsATimerOfTheHost() throws Exception {
        host.tools.put("note", input -> {
            if (host.toolCalls.size() < 2) {
                return PlannerHost.toolError("busy: no");
            }
            return TextNode.valueOf("noted");
        });
        host.block(
                        "{'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':["
                                + "{'type':'action','id':'a','executor':{'type':'tool','target':'note'},'args':{},"
                                + "'failure_policy':{'retry':{'max_attempts':2,'delay_seconds':60}}}]}}")
                .says("at last");
        assertThat(finish(host.emit("go"))).isEqualTo("waiting");
        String timer = name("a").replaceAll("/\\d+$", "/1") + "/retry";
        assertThat(host.timers).containsEntry(timer, 60L);

        List<ResultPayload> results = host.timerFired(timer);

        assertThat(PlannerHost.messages(results)).containsExactly("at last");
        assertThat(host.toolCalls).hasSize(2);
    }

    @Test
    void withoutStateTheRunWaitsItself() throws Exception {
        host.hasState = false;
        host.agents.put("researcher", task -> PlannerHost.answered("It is red."));
        host.block(TWO_AGENTS).says("done");

        assertThat(finish(host.emit("which colour?"))).isEqualTo("stop");
        assertThat(host.toolCalls).hasSize(2);
    }

    @Test
    void aDelegatedRunWaitsAsAnyOtherAndAsksNobody() throws Exception {
        host.surface = "host:delegation";
        host.agents.put("researcher", task -> null);
        host.block(TWO_AGENTS);

        List<ResultPayload> results = host.emit("which colour?");

        assertThat(finish(results)).isEqualTo("waiting");
        assertThat(host.instructions()).doesNotContain("ask_user");
    }

    @Test
    void withoutTimersALongWaitIsWithinTheRun() throws Exception {
        host.hasTimers = false;
        host.block(wait(1)).says("it is time");

        assertThat(finish(host.emit("later"))).isEqualTo("stop");
        assertThat(host.transcript(1)).contains("waited_seconds");
    }

    @Test
    void thePassedDeadlineCancelsTheDelegatedRunsThatAreOpen() throws Exception {
        host.config.put("max-seconds", 1);
        host.block(TWO_AGENTS).says("it took too long");
        assertThat(finish(host.emit("which colour?"))).isEqualTo("waiting");
        String deadline = host.timers.keySet().stream()
                .filter(timer -> timer.contains("/deadline/"))
                .findFirst()
                .orElseThrow();
        Thread.sleep(1_000);

        List<ResultPayload> results = host.timerFired(deadline);

        assertThat(host.cancelledRuns).containsExactlyInAnyOrder("child-one", "child-two");
        assertThat(PlannerHost.messages(results)).containsExactly("it took too long");
        assertThat(host.transcript(1)).contains("The time of the run is over.", "No further action can be executed.");
        assertThat(host.openGraphs()).isEmpty();
    }

    @Test
    void theLimitsOfARequestHoldOverAllItsRuns() throws Exception {
        host.config.put("max-turns", 2);
        host.block(wait(60)).block(wait(60));
        host.emit("later");

        List<ResultPayload> results = host.timerFired(name("pause") + "/timer");

        assertThat(PlannerHost.failure(results).code()).isEqualTo("action_graph.turn_limit");
        assertThat(host.transcript(1)).contains("No further action can be executed.");
    }

    @Test
    void theCallsOfARequestAreCountedOverAllItsRuns() throws Exception {
        host.config.put("max-actions", 3);
        host.block(TWO_AGENTS).says("no more");
        host.emit("which colour?");
        host.answerOf("child-one", "It is red.");
        host.answerOf("child-two", "It is high.");

        host.delegationCompleted(name("two"));

        assertThat(host.toolCalls).containsExactly("look {}");
        assertThat(host.transcript(1)).contains("budget.actions");
    }

    private static String wait(int seconds) {
        return "{'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':["
                + "{'type':'action','id':'pause','executor':{'type':'runtime','target':'wait'},'input':{'seconds':"
                + seconds + "},'result_policy':{'return_to_model':'full'}}]}}";
    }

    private static String finish(List<ResultPayload> results) {
        return ((RunCompleted) results.getLast()).finishReason();
    }

    /** The name of the first attempt of an action of the stored graph. */
    private String name(String action) {
        return host.called.stream()
                .flatMap(call -> Pattern.compile("apr_[0-9a-f]+/" + action + "/0/1")
                        .matcher(call)
                        .results())
                .map(MatchResult::group)
                .findFirst()
                .orElseGet(() -> host.delegations.keySet().stream()
                        .filter(known -> known.contains("/" + action + "/"))
                        .findFirst()
                        .orElseGet(() -> host.timers.keySet().stream()
                                .filter(known -> known.contains("/" + action + "/"))
                                .map(known -> known.substring(0, known.lastIndexOf('/')))
                                .findFirst()
                                .orElseThrow()));
    }

    private String entry() {
        return host.state.entrySet().stream()
                .filter(stored -> stored.getKey().startsWith("action_graph.run."))
                .findFirst()
                .orElseThrow()
                .getValue()
                .toString();
    }
}
