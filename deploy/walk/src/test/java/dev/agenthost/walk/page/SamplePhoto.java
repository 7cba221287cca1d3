package dev.agenthost.walk.page;

import com.microsoft.playwright.options.FilePayload;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Base64;
import javax.imageio.ImageIO;

/** A photo that a person has on their device: a tower, with the sun behind it. */
record SamplePhoto(String name, String type, byte[] bytes) {

    static final int WIDTH = 320;
    private static final int HEIGHT = 240;

    static SamplePhoto png(String name) {
        return new SamplePhoto(name, "image/png", drawn("png"));
    }

    static SamplePhoto jpeg(String name) {
        return new SamplePhoto(name, "image/jpeg", drawn("jpeg"));
    }

    static SamplePhoto gif(String name) {
        return new SamplePhoto(name, "image/gif", drawn("gif"));
    }

    /** The same with nothing behind it, until it has so many bytes. */
    SamplePhoto of(int size) {
        return new SamplePhoto(name, type, Arrays.copyOf(bytes, size));
    }

    FilePayload file() {
        return new FilePayload(name, type, bytes);
    }

    String base64() {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] drawn(String format) {
        var image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        var pen = image.createGraphics();
        pen.setPaint(new GradientPaint(0, 0, new Color(0x2b5d88), 0, HEIGHT, new Color(0xf3c48a)));
        pen.fillRect(0, 0, WIDTH, HEIGHT);
        pen.setColor(new Color(0xffe9b0));
        pen.fillOval(200, 60, 70, 70);
        pen.setColor(new Color(0xb03a2e));
        pen.setStroke(new BasicStroke(7));
        pen.drawPolygon(new int[] {110, 150, 190}, new int[] {220, 30, 220}, 3);
        pen.drawLine(125, 150, 175, 150);
        pen.dispose();
        var bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, format, bytes);
        } catch (IOException inMemory) {
            throw new UncheckedIOException(inMemory);
        }
        return bytes.toByteArray();
    }
}
