package dev.agenthost.local.box;

import dev.agenthost.local.box.BoxState.ProcessState;
import dev.agenthost.local.plan.BoxPlan;
import dev.agenthost.local.plan.ProcessPlan;
import dev.agenthost.local.plan.ProcessPlan.Tier;
import dev.agenthost.local.process.CommandLauncher;
import dev.agenthost.local.process.ProcessRecords;
import dev.agenthost.local.process.SupervisedProcess;
import dev.agenthost.testkit.postgres.PostgresLauncher;
import dev.agenthost.testkit.process.ProcessLauncher;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The processes of a box, each with its plan. */
final class BoxProcesses {
    private static final Duration GRACE = Duration.ofSeconds(10);
    /** A JVM needs seconds to record its loaded classes, and several at once on a busy machine need more. */
    private static final Duration GRACE_TO_RECORD = Duration.ofSeconds(120);

    private static final Duration NOT_LIVE = Duration.ofSeconds(10);

    private final Map<ProcessPlan, SupervisedProcess> children = new LinkedHashMap<>();
    private final Map<ProcessPlan, Boolean> ready = new ConcurrentHashMap<>();
    private final ProcessReadiness readiness = new ProcessReadiness();
    private final LivenessTracker notLive = new LivenessTracker(NOT_LIVE);
    private final Consumer<String> events;
    private final Duration grace;
    private final Optional<AnswerCheck> answerCheck;

    BoxProcesses(BoxOptions options, BoxPlan plan) {
        var layout = options.layout();
        events = options.progress();
        grace = options.caches() == CacheMode.RECORD ? GRACE_TO_RECORD : GRACE;
        var caches = AotCaches.of(layout.project());
        var records = new ProcessRecords(layout.run());
        answerCheck = options.checksItself()
                ? Optional.of(new AnswerCheck(this::deaths, startCheck(plan)::run, events))
                : Optional.empty();
        for (var process : plan.processes()) {
            ProcessLauncher launcher = process.name().name().equals(BoxPlan.POSTGRES)
                    ? new PostgresLauncher(
                            layout.postgresData(), plan.surroundings().database(), options.memory())
                    : new CommandLauncher(
                            () -> options.caches().apply(caches, process.name().name(), process.command()),
                            process.environment());
            children.put(
                    process,
                    new SupervisedProcess(
                            process.name(),
                            launcher,
                            records,
                            layout.log(process.name().label()),
                            events));
        }
    }

    private static StartCheck startCheck(BoxPlan plan) {
        return new StartCheck(
                BoxPlan.frontDoor(plan.ports()),
                plan.surroundings().keys().demoKey().key(),
                StartCheck.LIMIT);
    }

    void start(Tier tier) {
        of(tier).forEach(process -> get(process).start());
    }

    /** Ends all processes of a tier at once. */
    void stop(Tier tier) throws InterruptedException {
        var threads = of(tier).stream()
                .map(process -> Thread.ofVirtual().start(() -> get(process).stop(grace)))
                .toList();
        for (var thread : threads) {
            thread.join();
        }
    }

    List<ProcessPlan> of(Tier tier) {
        return children.keySet().stream()
                .filter(process -> process.tier() == tier)
                .toList();
    }

    /** The process of this name and replica. */
    SupervisedProcess named(String name, int replica) {
        return children.values().stream()
                .filter(child ->
                        child.name().name().equals(name) && child.name().replica() == replica)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no process " + name + "-" + replica));
    }

    SupervisedProcess get(ProcessPlan process) {
        var child = children.get(process);
        if (child == null) {
            throw new IllegalArgumentException("not of this box: " + process.name());
        }
        return child;
    }

    /** Checks the readiness of a process, and kills it if it has reported for too long that it is not live. */
    boolean check(ProcessPlan process) throws InterruptedException {
        boolean now = get(process).alive().isPresent() && readiness.isReady(process.probe());
        ready.put(process, now);
        boolean notLiveNow = !now && get(process).alive().isPresent() && readiness.reportsNotLive(process.probe());
        if (notLive.isPast(process.name(), notLiveNow, System.nanoTime())) {
            events.accept(process.name().label() + " is not live and is restarted");
            get(process).kill();
        }
        return now;
    }

    /** Checks all of them. In a box that checks itself, messages are answered before this returns true. */
    boolean checkAll() throws InterruptedException {
        boolean all = true;
        for (var process : children.keySet()) {
            all &= check(process);
        }
        if (all && answerCheck.isPresent()) {
            answerCheck.get().run();
        }
        return all;
    }

    /** The number of deaths of all processes so far. */
    private int deaths() {
        return children.values().stream().mapToInt(SupervisedProcess::deaths).sum();
    }

    /** The state of each process, with its last known readiness. */
    List<ProcessState> states() {
        return children.entrySet().stream()
                .map(entry -> state(entry.getKey(), entry.getValue()))
                .toList();
    }

    private ProcessState state(ProcessPlan process, SupervisedProcess child) {
        long pid = child.alive().map(ProcessHandle::pid).orElse(0L);
        return new ProcessState(
                process.name().name(),
                process.name().replica(),
                process.port(),
                pid,
                pid != 0 && ready.getOrDefault(process, false),
                child.startedAt().toString(),
                child.deaths());
    }
}
