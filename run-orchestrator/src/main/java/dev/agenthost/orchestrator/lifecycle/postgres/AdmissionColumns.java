package dev.agenthost.orchestrator.lifecycle.postgres;

import dev.agenthost.orchestrator.lifecycle.admission.Admission;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.platform.kafka.postgres.PostgresAppliedOffsetRepository;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A batch of admissions as arrays, in the order of the parameters of {@code runs.admit_v1}. */
public final class AdmissionColumns {
    private final String[] workspace;
    private final UUID[] run;
    private final String[] key;
    private final Long[] offset;
    private final String[] turnMode;
    private final String[] runner;
    private final String[] retry;
    private final Integer[] queueSeconds;
    private final Integer[] runSeconds;
    private final @Nullable Buffer[] resolution;
    private final String[] trace;
    private final @Nullable Integer[] endAttempt;
    private final @Nullable String[] endType;
    private final @Nullable String[] endCode;
    private final @Nullable String[] endSentence;
    private final @Nullable Buffer[] terminal;
    private final @Nullable String[] terminalHeaders;

    public AdmissionColumns(List<Admission> batch) {
        int size = batch.size();
        workspace = new String[size];
        run = new UUID[size];
        key = new String[size];
        offset = new Long[size];
        turnMode = new String[size];
        runner = new String[size];
        retry = new String[size];
        queueSeconds = new Integer[size];
        runSeconds = new Integer[size];
        resolution = new @Nullable Buffer[size];
        trace = new String[size];
        endAttempt = new @Nullable Integer[size];
        endType = new @Nullable String[size];
        endCode = new @Nullable String[size];
        endSentence = new @Nullable String[size];
        terminal = new @Nullable Buffer[size];
        terminalHeaders = new @Nullable String[size];
        for (int i = 0; i < size; i++) {
            set(i, batch.get(i));
        }
    }

    public Object[] with(UUID owner, String pools, List<OffsetAdvance> advances) {
        Object[] offsets = PostgresAppliedOffsetRepository.columns(advances);
        return new Object[] {
            workspace,
            run,
            key,
            offset,
            turnMode,
            runner,
            retry,
            queueSeconds,
            runSeconds,
            resolution,
            trace,
            endAttempt,
            endType,
            endCode,
            endSentence,
            terminal,
            terminalHeaders,
            owner,
            pools,
            offsets[0],
            offsets[1],
            offsets[2],
            offsets[3]
        };
    }

    private void set(int i, Admission admission) {
        workspace[i] = admission.key().workspaceId();
        run[i] = admission.key().runId().value();
        key[i] = admission.conversationKey();
        offset[i] = admission.request().offset();
        turnMode[i] = admission.turnMode().stored();
        runner[i] = admission.runnerId();
        retry[i] = admission.retry().wire();
        queueSeconds[i] = admission.queueSeconds();
        runSeconds[i] = admission.runSeconds();
        byte[] bytes = admission.bytes();
        resolution[i] = bytes == null ? null : Buffer.buffer(bytes);
        trace[i] = admission.traceId();
        Admission.PresetEnd end = admission.end();
        if (end != null) {
            endAttempt[i] = end.attempt();
            endType[i] = end.outcome().type();
            endCode[i] = end.outcome().code();
            endSentence[i] = end.outcome().sentence();
            terminal[i] = Buffer.buffer(end.terminal().value());
            terminalHeaders[i] = HeaderColumn.write(end.terminal().headers());
        }
    }
}
