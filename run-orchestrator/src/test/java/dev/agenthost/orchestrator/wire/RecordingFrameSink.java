package dev.agenthost.orchestrator.wire;

import java.util.ArrayList;
import java.util.List;

/** Stores the sent frames. */
public final class RecordingFrameSink implements FrameSink {
    public final List<String> sent = new ArrayList<>();
    public long unread;

    @Override
    public void send(String text) {
        sent.add(text);
    }

    @Override
    public long unread() {
        return unread;
    }
}
