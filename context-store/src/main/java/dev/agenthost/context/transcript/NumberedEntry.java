package dev.agenthost.context.transcript;

import dev.agenthost.context.eventlog.TranscriptEntry;

/** An entry at its place in its conversation. */
public record NumberedEntry(long seq, TranscriptEntry entry) {}
