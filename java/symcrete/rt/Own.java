package symcrete.rt;

/** An object of ours that stands for one of the libraries. It calls functions of the program as woven code does, so that what they are given and give is followed. */
interface Own {}
