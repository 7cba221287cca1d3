package dev.agenthost.local.box;

import dev.agenthost.local.box.BoxState.Phase;
import dev.agenthost.local.box.BoxState.ProcessState;
import dev.agenthost.local.model.ChatModel;
import dev.agenthost.local.model.ModelFile;
import dev.agenthost.local.plan.BoxPlan;
import dev.agenthost.local.plan.BoxPorts;
import dev.agenthost.local.plan.JavaCommand;
import dev.agenthost.local.plan.ProcessPlan.Tier;
import dev.agenthost.local.plan.SettingsFiles;
import dev.agenthost.local.process.LogFiles;
import dev.agenthost.local.settings.BoxKeys;
import dev.agenthost.local.settings.KeysFile;
import dev.agenthost.local.settings.Service;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import dev.agenthost.testkit.process.PortBlock;
import dev.agenthost.testkit.process.Signals;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A running Agent Host on this machine: Kafka, PostgreSQL, the five services, the front door and its runners, each a process of
 * its own, restarted when it dies while this object is open.
 *
 * <p>{@code ./agenthost up} holds one open in a process of its own; tests open one in theirs, and kill, pause and hold its
 * processes.
 */
public final class Box implements AutoCloseable {
    private static final String FAIL_POINTS = "agenthost.failpoint.directory";
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private final BoxOptions options;
    private final BoxLock lock;
    private final PortBlock portBlock;
    private final BoxKeys keys;
    private final BoxPlan plan;
    private final BoxProcesses children;
    private final StateReport report;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread closer = new Thread(this::close, "box-end");

    private Box(BoxOptions options, BoxLock lock, PortBlock portBlock, BoxKeys keys, BoxPlan plan) {
        this.options = options;
        this.lock = lock;
        this.portBlock = portBlock;
        this.keys = keys;
        this.plan = plan;
        this.children = new BoxProcesses(options, plan);
        this.report = new StateReport(options, plan.ports(), children);
    }

    /**
     * Starts a box and returns when it is ready: the demo exists and its runner is connected. Processes left by an earlier box are
     * ended first; data stay.
     *
     * @throws BoxFailedException if a process does not become ready, after all others have been ended
     */
    public static Box start(BoxOptions options) throws BoxFailedException, IOException, InterruptedException {
        var layout = options.layout();
        layout.create();
        var lock = BoxLock.take(layout.lock())
                .orElseThrow(() -> new BoxFailedException("another box already runs in " + layout.home()));
        var portBlock = PortBlock.take();
        try {
            return start(options, lock, portBlock);
        } catch (BoxFailedException | IOException | InterruptedException | RuntimeException e) {
            portBlock.close();
            lock.close();
            throw e;
        }
    }

    private static Box start(BoxOptions options, BoxLock lock, PortBlock portBlock)
            throws BoxFailedException, IOException, InterruptedException {
        var layout = options.layout();
        int leftOver = new OrphanedProcesses(layout).end();
        if (leftOver > 0) {
            options.progress().accept("ended " + leftOver + " leftover processes of an earlier start");
        }
        LogFiles.setLargeOnesAside(layout.logs());
        var keys = KeysFile.openOrMake(layout.keys());
        var ports = BoxPorts.choose(FrontPort.choose(options.port()), options.replicas(), portBlock::next);
        var model = model(options, ports);
        var plan = BoxPlan.of(
                        layout,
                        keys,
                        ports,
                        model,
                        options.replicas(),
                        JavaCommand.ofThisJvm(layout.home(), options.compilation()),
                        layout.classPath(),
                        options.wordPause())
                .withRunnerEnvironment(failPoints(options));
        BoxStartup.requireBuilt(layout, plan);
        SettingsFiles.write(layout, plan, options.extra());
        var box = new Box(options, lock, portBlock, keys, plan);
        box.comeUp();
        return box;
    }

    /** The runners die at fail points of the directory that run-orchestrator has. */
    private static Map<String, String> failPoints(BoxOptions options) {
        var directory =
                options.extra().getOrDefault(Service.RUN_ORCHESTRATOR, Map.of()).get(FAIL_POINTS);
        return directory == null ? Map.of() : Map.of("AGENTHOST_FAILPOINT_DIRECTORY", directory);
    }

    private static ChatModel model(BoxOptions options, BoxPorts ports) throws IOException {
        return options.thinks()
                ? ModelFile.read(options.layout().modelFile()).orElseGet(() -> new ChatModel.Scripted(ports.model()))
                : new ChatModel.None();
    }

    private void comeUp() throws BoxFailedException, IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(closer);
        Thread.ofVirtual().name("box-state").start(() -> report.updateUntil(end));
        try {
            new BoxStartup(options, plan, children).run();
            report.update(Phase.READY, null);
        } catch (BoxFailedException | IOException | InterruptedException | RuntimeException e) {
            report.update(Phase.FAILED, e.getMessage());
            close();
            throw e;
        }
    }

    /** The address of the box for people and programs. */
    public URI frontDoor() {
        return BoxPlan.frontDoor(plan.ports());
    }

    /** The address of the box for runners. */
    public URI runnerAddress() {
        return BoxPlan.runnerAddress(plan.ports());
    }

    public BoxKeys keys() {
        return keys;
    }

    /** The key of the workspace {@code demo}. */
    public String apiKey() {
        return keys.demoKey().key();
    }

    public String bootstrapServers() {
        return plan.surroundings().bootstrapServers();
    }

    public DatabaseAddress database() {
        return plan.surroundings().database();
    }

    /** All processes, with their last known readiness. */
    public List<ProcessState> processes() {
        return children.states();
    }

    /** The commands of its JVMs by the name of their kind, without the flags of the caches. */
    public Map<String, List<String>> commands() {
        return plan.commands();
    }

    /** Sends SIGKILL; the process is restarted. */
    public void kill(String name, int replica) {
        children.named(name, replica).kill();
    }

    /** Sends SIGTERM; the process is restarted. */
    public void requestTermination(String name, int replica) {
        children.named(name, replica).alive().ifPresent(ProcessHandle::destroy);
    }

    /** Sends SIGKILL; the process stays down until {@link #release}. */
    public void hold(String name, int replica) {
        children.named(name, replica).hold();
    }

    /** Holds every process except those with these names, so that the others cause no load. */
    public void holdAllBut(Set<String> names) {
        for (ProcessState process : processes()) {
            if (!names.contains(process.name())) {
                hold(process.name(), process.replica());
            }
        }
    }

    /** Sends SIGTERM; the process stays down until {@link #release}. */
    public void terminate(String name, int replica) {
        children.named(name, replica).terminate();
    }

    /** Restarts a held or terminated process. */
    public void release(String name, int replica) {
        children.named(name, replica).release();
    }

    /** Sends SIGSTOP to the process and its descendants. */
    public void pause(String name, int replica) {
        children.named(name, replica).alive().ifPresent(Signals::pause);
    }

    /** Sends SIGCONT. */
    public void resume(String name, int replica) {
        children.named(name, replica).alive().ifPresent(Signals::wake);
    }

    /** Waits until every process is ready; returns false if the limit has passed. */
    public boolean awaitReady(Duration limit) throws InterruptedException {
        var deadline = Instant.now().plus(limit);
        while (!children.checkAll()) {
            if (Instant.now().isAfter(deadline)) {
                return false;
            }
            Thread.sleep(LOOK_AGAIN);
        }
        return true;
    }

    /** Returns when the box has been closed. */
    public void awaitEnd() throws InterruptedException {
        end.await();
    }

    /** Ends all processes in order; data stay. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        report.stopping();
        try {
            for (var tier : List.of(Tier.EDGE, Tier.SERVICES, Tier.SERVERS)) {
                children.stop(tier);
            }
            portBlock.close();
            lock.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            options.progress().accept("cannot free the lock: " + e.getMessage());
        } finally {
            end.countDown();
        }
    }
}
