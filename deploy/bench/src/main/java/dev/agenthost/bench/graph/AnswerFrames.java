package dev.agenthost.bench.graph;

import dev.agenthost.bench.testbed.StreamFrame;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;

/** The frames of one live stream: the last complete message and the end. */
final class AnswerFrames {
    private static final String MESSAGE = "message.completed";

    private String answer = "";
    private String end = "no end";
    private long endedAt = System.nanoTime();

    synchronized void add(StreamFrame frame) {
        if (frame.type().equals(MESSAGE)) {
            answer = text(frame.data());
        } else if (frame.isTerminal()) {
            end = frame.type();
            endedAt = frame.at();
            String last = text(frame.data());
            answer = last.isEmpty() ? answer : last;
            if (!end.equals("run.completed")) {
                end += " " + frame.data();
            }
        }
    }

    private static String text(String data) {
        try {
            return ProtocolCodec.readTree(data)
                    .at("/data/message/content")
                    .asText()
                    .strip();
        } catch (UndecodableException e) {
            return data;
        }
    }

    synchronized String answer() {
        return answer;
    }

    synchronized String end() {
        return end;
    }

    synchronized long endedAt() {
        return endedAt;
    }
}
