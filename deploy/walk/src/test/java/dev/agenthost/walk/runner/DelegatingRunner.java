package dev.agenthost.walk.runner;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.Delegation;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Delegates to agent {@code helper}, sets a timer and ends; in later runs it names what came of both. */
final class DelegatingRunner {
    static final String PLANNER = "plugin:walk/delegating/planner";
    static final String HELPER = "plugin:walk/delegating/helper";

    private DelegatingRunner() {}

    /**
     * @param asked counted down when the helper has a task
     * @param goesOn the helper answers afterwards
     */
    static RunnerPlugin plugin(CountDownLatch asked, CountDownLatch goesOn) {
        RunnerSpec planner = RunnerSpec.named("planner")
                .permissions(Map.of("agents", List.of("delegate"), "timers", List.of("set")));
        return RunnerPlugin.of("walk", "delegating")
                .runner(planner, (context, out, api) -> {
                    ObjectNode data = context.event().data();
                    switch (context.event().eventType()) {
                        case EventTypes.DELEGATION_COMPLETED -> {
                            String run = data.path("delegated_run_id").asText();
                            String answer = api.delegations().results(run).stream()
                                    .filter(result ->
                                            result.path("type").asText().equals("message.completed"))
                                    .map(result ->
                                            result.at("/data/message/content").asText())
                                    .findFirst()
                                    .orElse("nothing");
                            out.message(api.delegations().get(run).status() + ": " + answer);
                        }
                        case EventTypes.TIMER_FIRED ->
                            out.message("timer " + data.path("timer_id").asText());
                        default -> {
                            Delegation task = new Delegation("count", "helper", 60, null);
                            api.delegations().delegate(task, context.input().text(), null);
                            api.delegations().delegate(task, context.input().text(), null);
                            api.timers().set("later", Duration.ofSeconds(1), null);
                            out.completed("waiting");
                        }
                    }
                })
                .runner(RunnerSpec.named("helper"), (context, out, api) -> {
                    asked.countDown();
                    goesOn.await();
                    out.message("helped with " + context.input().text());
                });
    }
}
