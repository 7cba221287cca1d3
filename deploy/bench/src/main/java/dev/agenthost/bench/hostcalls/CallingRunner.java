package dev.agenthost.bench.hostcalls;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.sdk.AgentRunner;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * {@code plugin:agenthost/calls/default}, connected to the host and to a bare one: makes the calls of the text, and prints their
 * durations on its standard output. {@value #PREPARE} sets the value that the calls read.
 */
public final class CallingRunner implements AgentRunner {
    static final String ID = "plugin:agenthost/calls/default";
    static final String PREPARE = "prepare";

    private static final String NAME = "external.bench";
    private static final int PAGE = 20;
    private static final int VALUE_CHARACTERS = 200;

    private final Map<String, CountDownLatch> begins = new ConcurrentHashMap<>();

    /** @param arguments the addresses for runners: of the host, and of the bare one */
    public static void main(String[] arguments) throws InterruptedException {
        var plugin = RunnerPlugin.of("agenthost", "calls")
                .runner(
                        RunnerSpec.named("default").permissions(Map.of("history", List.of("page"))),
                        new CallingRunner());
        var hosts = new ArrayList<RunnerHost>();
        for (var address : arguments) {
            hosts.add(RunnerHost.connect(URI.create(address), System.getenv("AGENTHOST_RUNNER_KEY"), plugin));
        }
        for (var host : hosts) {
            host.awaitClosed();
        }
    }

    @Override
    public void run(AgentRunContext context, RunOutput out, HostApi api) throws InterruptedException {
        var text = context.input().text();
        var asked = CallPlan.of(text == null ? "" : text);
        if (asked.isPresent()) {
            print(measure(asked.get(), api).line());
        } else if (PREPARE.equals(text)) {
            api.stateSet(StateScope.CONVERSATION, NAME, TextNode.valueOf("x".repeat(VALUE_CHARACTERS)));
        }
        out.message("answered");
    }

    private static synchronized void print(String line) {
        System.out.println(line);
    }

    private CallTiming measure(CallPlan calls, HostApi api) throws InterruptedException {
        // Runs of a batch begin together, so that each makes its calls under the same load.
        var begin = begins.computeIfAbsent(calls.batch(), batch -> new CountDownLatch(calls.runs()));
        begin.countDown();
        begin.await();
        var nanos = new ConcurrentLinkedQueue<Long>();
        var errors = new AtomicInteger();
        long from = System.nanoTime();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < calls.atOnce(); i++) {
            threads.add(Thread.startVirtualThread(() -> {
                for (int call = 0; call < calls.count() / calls.atOnce(); call++) {
                    one(calls.action(), api, nanos, errors);
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        long to = System.nanoTime();
        begins.remove(calls.batch());
        return new CallTiming(
                calls.batch(),
                from,
                to,
                errors.get(),
                nanos.stream().mapToLong(Long::longValue).toArray());
    }

    private static void one(String action, HostApi api, ConcurrentLinkedQueue<Long> nanos, AtomicInteger errors) {
        long begin = System.nanoTime();
        try {
            boolean answered = action.equals(CallPlan.STATE)
                    ? api.stateGet(StateScope.CONVERSATION, NAME).isPresent()
                    : !api.historyPage(PAGE).items().isEmpty();
            if (answered) {
                nanos.add(System.nanoTime() - begin);
            } else {
                errors.incrementAndGet();
            }
        } catch (RuntimeException failed) {
            // The call was refused, or the run was cancelled: both count.
            errors.incrementAndGet();
        }
    }
}
