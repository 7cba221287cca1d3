package dev.agenthost.im.dingtalk.inbound;

import org.jspecify.annotations.Nullable;

/**
 * A file of a message
 * (https://open.dingtalk.com/document/orgapp/download-the-file-content-of-the-robot-receiving-message).
 *
 * @param kind {@code image}, {@code audio}, {@code video} or {@code file}
 * @param downloadCode by which the platform gives out its address
 */
public record DingTalkFile(
        String kind, String downloadCode, @Nullable String name) {}
