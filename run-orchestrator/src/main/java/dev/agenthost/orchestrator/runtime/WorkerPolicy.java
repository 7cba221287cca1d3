package dev.agenthost.orchestrator.runtime;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The resources that a runtime permits each of its plugin processes. A runtime keeps the first policy for its lifetime, and refuses a
 * connection with a different one.
 */
public record WorkerPolicy(double maxCpus, int maxMemoryMb, int maxPids, int maxOpenFiles, int maxFileSizeMb) {
    /** The policy of LangBot's own host. */
    public static final WorkerPolicy USUAL = new WorkerPolicy(1.0, 512, 256, 1024, 64);

    public WorkerPolicy {
        if (!(maxCpus > 0) || Double.isInfinite(maxCpus)) {
            throw new IllegalArgumentException("max-cpus: must be above 0");
        }
        positive(maxMemoryMb, "max-memory-mb");
        positive(maxPids, "max-pids");
        positive(maxOpenFiles, "max-open-files");
        positive(maxFileSizeMb, "max-file-size-mb");
    }

    private static void positive(int value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": must be at least 1");
        }
    }

    /** Writes each number in its own type: the runtime does not accept 1 for 1.0. */
    public void writeTo(ObjectNode object) {
        object.put("max_cpus", maxCpus)
                .put("max_memory_mb", maxMemoryMb)
                .put("max_pids", maxPids)
                .put("max_open_files", maxOpenFiles)
                .put("max_file_size_mb", maxFileSizeMb);
    }
}
