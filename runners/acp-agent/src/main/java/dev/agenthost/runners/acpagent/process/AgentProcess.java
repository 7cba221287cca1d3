package dev.agenthost.runners.acpagent.process;

import dev.agenthost.runners.acpagent.rpc.StreamTransport;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One agent process, from its start to the end of its last descendant. */
public final class AgentProcess implements AutoCloseable {
    private static final long POLITE_MILLIS = 2000;

    private final Process process;
    private final StreamTransport link;
    private final StderrDrain stderr;
    private final ProcessTree family;
    private final SecretEnvironment secrets;

    private AgentProcess(AgentProfile profile, Process process, SecretEnvironment secrets) {
        String name = "acp-" + profile.name() + "-" + process.pid();
        this.process = process;
        this.secrets = secrets;
        this.family = new ProcessTree(process);
        this.link = new StreamTransport(name, process.getInputStream(), process.getOutputStream());
        this.stderr = new StderrDrain(name, new BufferedInputStream(process.getErrorStream()), secrets);
    }

    /** @param ours the variables of this process, of which the agent receives those that its profile names */
    public static AgentProcess start(AgentProfile profile, Path directory, Map<String, String> ours)
            throws IOException {
        ProcessEnvironment surroundings = ProcessEnvironment.of(profile, ours);
        ProcessBuilder builder = new ProcessBuilder(profile.command()).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(surroundings.variables());
        return new AgentProcess(profile, builder.start(), surroundings.secrets());
    }

    /** Ends all processes that this program started and that are still alive, when the program ends. */
    public static void endAll() {
        List<ProcessHandle> left = ProcessHandle.current().descendants().toList();
        try {
            for (ProcessHandle one : left) {
                one.onExit().get(POLITE_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException | ExecutionException | TimeoutException late) {
            // The grace period is over.
        }
        left.forEach(ProcessHandle::destroyForcibly);
    }

    public StreamTransport link() {
        return link;
    }

    public SecretEnvironment secrets() {
        return secrets;
    }

    /** Records that the agent now has the text of a person. */
    public void isTold() {
        stderr.fromNowOnPersonal();
    }

    public void scan() {
        family.scan();
    }

    /** The exit of the process, as a text for operators. */
    public String ending() {
        try {
            String exit = process.waitFor(1, TimeUnit.SECONDS) ? "with " + process.exitValue() : "without leaving";
            return exit + ", " + stderr.bytes() + " bytes on its standard error";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unseen";
        }
    }

    /** Closes the agent's input, which requests its end. */
    @Override
    public void close() {
        link.hangUp();
        family.end(POLITE_MILLIS);
        link.close();
    }
}
