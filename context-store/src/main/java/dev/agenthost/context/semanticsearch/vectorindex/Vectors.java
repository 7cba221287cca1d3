package dev.agenthost.context.semanticsearch.vectorindex;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Encodes and compares vectors: numbers of 32 bits, least significant byte first. */
public final class Vectors {
    private Vectors() {}

    public static byte[] bytes(float[] vector) {
        ByteBuffer bytes = ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(vector);
        return bytes.array();
    }

    public static float[] of(byte[] bytes) {
        float[] vector = new float[bytes.length / Float.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(vector);
        return vector;
    }

    /** Returns the cosine of two vectors of length 1; 1 if they are equal. */
    public static float product(float[] one, float[] packed, int from) {
        float a = 0;
        float b = 0;
        int i = 0;
        for (; i + 1 < one.length; i += 2) {
            a += one[i] * packed[from + i];
            b += one[i + 1] * packed[from + i + 1];
        }
        return i < one.length ? a + b + one[i] * packed[from + i] : a + b;
    }
}
