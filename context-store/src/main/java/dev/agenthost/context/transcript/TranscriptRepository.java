package dev.agenthost.context.transcript;

import io.smallrye.mutiny.Uni;

/** Where transcripts are read. */
public interface TranscriptRepository {
    /** In the direction that was asked for, as far as one answer has room; none of a conversation that is unknown. */
    Uni<Slice<NumberedEntry>> read(TranscriptPageRequest request);
}
