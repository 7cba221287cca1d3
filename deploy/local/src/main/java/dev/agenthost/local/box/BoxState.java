package dev.agenthost.local.box;

import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.local.plan.BoxPlan;
import dev.agenthost.local.plan.Compilation;
import dev.agenthost.local.process.ProcessRecord;
import dev.agenthost.local.settings.BoxKeys;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import dev.agenthost.testkit.process.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The supervisor's report about the box to the commands, in {@code run/box.json}.
 *
 * @param supervisorPid process id of the writer; the report is void once that process is dead
 * @param compilation of its JVMs; null if an earlier build wrote the file
 * @param failure reason why the box did not start; null if it did
 */
public record BoxState(
        Phase phase,
        long supervisorPid,
        String supervisorStartedAt,
        int frontPort,
        int kafkaPort,
        int postgresPort,
        @Nullable Compilation compilation,
        @Nullable String failure,
        List<ProcessState> processes) {
    public enum Phase {
        STARTING,
        READY,
        FAILED,
        STOPPING
    }

    /** The last known state of one process. {@code pid} is 0 while it is dead, {@code port} is 0 if it does not listen. */
    public record ProcessState(
            String name, int replica, int port, long pid, boolean ready, String startedAt, int deaths) {}

    public BoxState {
        processes = List.copyOf(processes);
    }

    static ProcessRecord supervisor() {
        return ProcessRecord.of(ProcessHandle.current());
    }

    void write(BoxLayout layout) throws IOException {
        PrivateFiles.write(layout.state(), ProtocolCodec.mapper().writeValueAsString(this));
    }

    /** The last written state, if the supervisor that wrote it is alive. */
    public static Optional<BoxState> ofRunning(BoxLayout layout) {
        return last(layout).filter(state -> state.writer().alive().isPresent());
    }

    /** The last written state, of any supervisor, alive or dead. */
    public static Optional<BoxState> last(BoxLayout layout) {
        return read(layout.state());
    }

    private static Optional<BoxState> read(Path file) {
        try {
            return Optional.of(ProtocolCodec.mapper().readValue(file.toFile(), BoxState.class));
        } catch (IOException absent) {
            return Optional.empty();
        }
    }

    /** True if the box came up and each of its processes is ready now. */
    public boolean allReady() {
        return phase == Phase.READY && processes.stream().allMatch(ProcessState::ready);
    }

    /** Returns the address at which Kafka clients connect. */
    public String bootstrapServers() {
        return "127.0.0.1:" + kafkaPort;
    }

    /** The one database of the services. */
    public DatabaseAddress database(BoxKeys keys) {
        return BoxPlan.database(keys, postgresPort);
    }

    /** The time at which the supervisor started. */
    public Instant startedAt() {
        return Instant.parse(supervisorStartedAt);
    }

    /** The supervisor that wrote this. */
    public ProcessRecord writer() {
        return new ProcessRecord(supervisorPid, startedAt());
    }
}
