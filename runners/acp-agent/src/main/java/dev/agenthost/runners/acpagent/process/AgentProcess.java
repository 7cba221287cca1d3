package dev.agenthost.runners.acpagent.process;

import dev.agenthost.runners.acpagent.profile.AgentProfile;
import dev.agenthost.runners.acpagent.rpc.StreamTransport;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One agent, from its start to the end of the last process that it started. */
public final class AgentProcess implements AutoCloseable {
    private static final long POLITE_MILLIS = 2000;

    private final Process process;
    private final StreamTransport link;
    private final StderrDrain grumbling;
    private final ProcessTree family;
    private final SecretEnvironment secrets;

    private AgentProcess(AgentProfile profile, Process process, SecretEnvironment secrets) {
        String name = "acp-" + profile.name() + "-" + process.pid();
        this.process = process;
        this.secrets = secrets;
        this.family = new ProcessTree(process);
        this.link = new StreamTransport(name, process.getInputStream(), process.getOutputStream());
        this.grumbling = new StderrDrain(name, new BufferedInputStream(process.getErrorStream()), secrets);
    }

    /** @param ours the variables of this process, of which the agent gets what its profile names */
    public static AgentProcess start(AgentProfile profile, Path directory, Map<String, String> ours)
            throws IOException {
        ProcessEnvironment surroundings = ProcessEnvironment.of(profile, ours);
        ProcessBuilder builder = new ProcessBuilder(profile.command()).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(surroundings.variables());
        return new AgentProcess(profile, builder.start(), surroundings.secrets());
    }

    /** Ends whatever this program started and has not ended yet, when it ends itself. */
    public static void endAll() {
        List<ProcessHandle> left = ProcessHandle.current().descendants().toList();
        try {
            for (ProcessHandle one : left) {
                one.onExit().get(POLITE_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException | ExecutionException | TimeoutException late) {
            // They had their time.
        }
        left.forEach(ProcessHandle::destroyForcibly);
    }

    public StreamTransport link() {
        return link;
    }

    public SecretEnvironment secrets() {
        return secrets;
    }

    /** From here on it knows what a person said. */
    public void isTold() {
        grumbling.fromNowOnPersonal();
    }

    public void look() {
        family.look();
    }

    /** How it ended, for operators. */
    public String ending() {
        try {
            String exit = process.waitFor(1, TimeUnit.SECONDS) ? "with " + process.exitValue() : "without leaving";
            return exit + ", " + grumbling.bytes() + " bytes on its standard error";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unseen";
        }
    }

    /** The end of its input asks it to end. */
    @Override
    public void close() {
        link.hangUp();
        family.end(POLITE_MILLIS);
        link.close();
    }
}
